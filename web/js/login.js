// SPDX-License-Identifier: Apache-2.0
// Asks for the password where others are let in over the network. The page's rules let no form be sent by itself, so
// the password never stands in an address.
import {post} from './api.js';
import {faultBox, replace} from './dom.js';

const at = (id) => document.getElementById(id);

at('login').addEventListener('submit', async (event) => {
    event.preventDefault();
    at('enter').disabled = true;
    const answer = await post('/api/login', {password: at('password').value});
    if (answer.ok) {
        location.reload();
        return;
    }
    at('enter').disabled = false;
    replace(at('fault'), faultBox(answer.fault));
    at('password').select();
});
at('password').focus();
document.documentElement.dataset.ready = 'true';
