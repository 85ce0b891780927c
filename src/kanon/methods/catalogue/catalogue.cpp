// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/catalogue.hpp"

#include "kanon/methods/cell_suppression/covers/approx_cover.hpp"
#include "kanon/methods/cell_suppression/covers/approx_dr.hpp"
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"
#include "kanon/methods/cell_suppression/covers/meyerson_williams.hpp"
#include "kanon/methods/cell_suppression/covers/pattern_greedy.hpp"
#include "kanon/methods/cell_suppression/exact/pattern_exact.hpp"
#include "kanon/methods/cell_suppression/exact/pattern_ilp.hpp"
#include "kanon/methods/cell_suppression/graphs/aggarwal_forest.hpp"
#include "kanon/methods/cell_suppression/graphs/three_anonymity.hpp"
#include "kanon/methods/cell_suppression/graphs/two_anonymity.hpp"
#include "kanon/methods/cell_suppression/graphs/two_factor.hpp"
#include "kanon/methods/cell_suppression/improvement/polish.hpp"
#include "kanon/methods/cell_suppression/unification/anti_unification.hpp"
#include "kanon/methods/classes/clustering/aggarwal_generalizing.hpp"
#include "kanon/methods/classes/clustering/k_member.hpp"
#include "kanon/methods/classes/clustering/one_pass_k_means.hpp"
#include "kanon/methods/classes/clustering/top_down_greedy.hpp"
#include "kanon/methods/classes/division/best_split.hpp"
#include "kanon/methods/classes/division/mondrian.hpp"
#include "kanon/methods/classes/refinement/refine.hpp"
#include "kanon/methods/domain_cut/bottom_up.hpp"
#include "kanon/methods/domain_cut/genetic.hpp"
#include "kanon/methods/domain_cut/k_optimize.hpp"
#include "kanon/methods/domain_cut/top_down.hpp"
#include "kanon/methods/freeform/exact/mip.hpp"
#include "kanon/methods/freeform/greedy.hpp"
#include "kanon/methods/freeform/matching/hungarian.hpp"
#include "kanon/methods/freeform/matching/ring.hpp"
#include "kanon/methods/freeform/partitioned.hpp"
#include "kanon/methods/freeform/sort_greedy.hpp"
#include "kanon/methods/full_domain/annealing.hpp"
#include "kanon/methods/full_domain/datafly.hpp"
#include "kanon/methods/full_domain/incognito.hpp"
#include "kanon/methods/full_domain/mingen.hpp"
#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/methods/full_domain/samarati.hpp"
#include "kanon/methods/microaggregation/mdav.hpp"
#include "kanon/methods/microaggregation/refine_sse.hpp"
#include "kanon/methods/microaggregation/univariate_optimal.hpp"
#include "kanon/methods/microaggregation/v_mdav.hpp"

#include <array>

namespace kanon {
namespace {

constexpr std::array kClassObjectives{
    Objective::gcp, Objective::dm, Objective::c_avg, Objective::lm, Objective::cm};

/// Those that do not speak of levels.
constexpr std::array kCutObjectives{Objective::gcp,
                                    Objective::dm,
                                    Objective::c_avg,
                                    Objective::suppressed_rows,
                                    Objective::distinct_rows,
                                    Objective::lm,
                                    Objective::cm,
                                    Objective::entropy,
                                    Objective::loss};

/// Those that count rows of classes alone.
constexpr std::array kCountObjectives{Objective::dm, Objective::cm};

constexpr std::array kAllObjectives{Objective::gcp,
                                    Objective::dm,
                                    Objective::c_avg,
                                    Objective::prec,
                                    Objective::height,
                                    Objective::relative_height,
                                    Objective::suppressed_rows,
                                    Objective::distinct_rows,
                                    Objective::lm,
                                    Objective::cm,
                                    Objective::entropy,
                                    Objective::loss,
                                    Objective::loss_geometric,
                                    Objective::ambiguity,
                                    Objective::kl_divergence};

/// Models that a class keeps as soon as it has enough rows.
constexpr std::array<std::string_view, 1> kRowCountModels{"k-anonymity"};

/// Those of records that are released by themselves.
constexpr std::array kRecordObjectives{Objective::gcp, Objective::lm};

/// Those of cell suppression.
constexpr std::array kStarObjectives{Objective::stars, Objective::gcp};

/// That of aggregates.
constexpr std::array kAggregateObjectives{Objective::sse};

constexpr std::string_view kParkShim =
    "Park, Shim: Approximate algorithms for k-anonymity, SIGMOD 2007";

constexpr std::string_view kAggarwal =
    "Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu: Approximation algorithms for "
    "k-anonymity, 2005, as in Ciriani et al. 2007";

/// Sorted by name.
constexpr std::array kMethods{
    MethodInfo{
        .name = "aggarwal-forest",
        .summary = "joins near rows to trees of k and more, and cuts these to classes",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 3k - 3, if no row is left over)",
        .cost = "O(p t m) at worst for p patterns",
        .citation = "Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu: Anonymizing "
                    "tables, ICDT 2005, as in Ciriani et al. 2007",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .stars_only = true,
        .make = cell_suppression::make_aggarwal_forest,
    },
    MethodInfo{
        .name = "aggarwal-generalizing",
        .summary = "as aggarwal-forest, but releases each class by labels of the hierarchies",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "approximate (ratio 3k - 3 with edges: loss, if no row is suppressed)",
        .cost = "O(t^2 m log k) at worst",
        .citation = kAggarwal,
        .objectives = kClassObjectives,
        .options = classes::kAggarwalGeneralizingOptions,
        .scale = MethodScale::small,
        .make = classes::make_aggarwal_generalizing,
    },
    MethodInfo{
        .name = "annealing",
        .summary = "walks the lattice at random, ever choosier (simulated annealing)",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "heuristic",
        .cost = "O(steps t m)",
        .citation =
            "Winkler: Using simulated annealing for k-anonymity, 2002, as in Ciriani et al. 2007",
        .objectives = kAllObjectives,
        .options = full_domain::kAnnealingOptions,
        .chooses_node = true,
        .make = full_domain::make_annealing,
    },
    MethodInfo{
        .name = "anti-unification",
        .summary = "divides rows of equal confidential values until each set agrees in most cells",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "heuristic",
        .cost = "O(c t m) at worst for c closed sets of k rows",
        .citation = "Armengol, Torra: Generalization-based k-anonymization, 2015",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .options = cell_suppression::kAntiUnificationOptions,
        .tracks_sensitive = true,
        .stars_only = true,
        .make = cell_suppression::make_anti_unification,
    },
    MethodInfo{
        .name = "approx-cf",
        .summary =
            "covers rows greedily by closed frequent itemsets and makes classes of the cover",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 2 beta (1 + ln 2k), if no row is left over)",
        .cost = "O(F log F + n log n) for F closed itemsets, and the rows in them",
        .citation = kParkShim,
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .options = cell_suppression::kApproxCoverOptions,
        .stars_only = true,
        .make = cell_suppression::make_approx_cf,
    },
    MethodInfo{
        .name = "approx-dr",
        .summary = "takes frequent itemsets by their stars, and of each the rows not yet covered",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "heuristic",
        .cost = "O(p t m) at worst for p patterns",
        .citation = kParkShim,
        .objectives = kStarObjectives,
        .options = cell_suppression::kApproxDrOptions,
        .stars_only = true,
        .make = cell_suppression::make_approx_dr,
    },
    MethodInfo{
        .name = "approx-fq",
        .summary = "as approx-cf, with all frequent itemsets: the same outcome, more slowly",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 2 beta (1 + ln 2k), if no row is left over)",
        .cost = "O(F log F + n log n) for F itemsets, and the rows in them",
        .citation = kParkShim,
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .options = cell_suppression::kApproxCoverOptions,
        .stars_only = true,
        .make = cell_suppression::make_approx_fq,
    },
    MethodInfo{
        .name = "approx-naive",
        .summary = "as approx-cf, with all sets of k to 2k - 1 rows: for up to 20 rows",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 2 (1 + ln 2k), if no row is left over)",
        .cost = "O(2^n n) for each class",
        .citation = kParkShim,
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .stars_only = true,
        .scale = MethodScale::tiny,
        .make = cell_suppression::make_approx_naive,
    },
    MethodInfo{
        .name = "best-split",
        .summary = "divides classes in two by what lowers the loss most, while both sides hold",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "O(t m^2 l log(n / k)) on even data, for l levels",
        .citation = "our own, after Xu et al.: Utility-Based Anonymization Using Local Recoding, "
                    "KDD 2006, and LeFevre et al.: Workload-Aware Anonymization, KDD 2006",
        .objectives = kClassObjectives,
        .options = classes::kBestSplitOptions,
        .make = classes::make_best_split,
    },
    MethodInfo{
        .name = "bottom-up",
        .summary =
            "generalizes the siblings least informative of the class attribute until all holds",
        .family = "domain-cut",
        .recoding = RecodingKind::cuts,
        .guarantee = "heuristic",
        .cost = "O(t m) and O(g m) per generalization for g groups",
        .citation = "Wang, Yu, Chakraborty: Bottom-up generalization, a data mining solution to "
                    "privacy protection, ICDM 2004",
        .objectives = kCutObjectives,
        .needs_class = true,
        .make = domain_cut::make_bottom_up,
    },
    MethodInfo{
        .name = "datafly",
        .summary = "generalizes the attribute of most distinct values until few rows are left over",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "heuristic",
        .cost = "O(h t m) for h levels in all",
        .citation =
            "Sweeney: Guaranteeing anonymity when sharing medical data, the Datafly system, 1997",
        .objectives = kAllObjectives,
        .chooses_node = true,
        .make = full_domain::make_datafly,
    },
    MethodInfo{
        .name = "freeform-greedy",
        .summary = "each row takes the free record that loses least more, round by round",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "heuristic",
        .cost = "O(k n^2 (m + k)) at worst, with bounds far less",
        .citation = "Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, "
                    "ASIACCS 2015, Algorithm 1",
        .objectives = kRecordObjectives,
        .make = freeform::make_greedy,
    },
    MethodInfo{
        .name = "freeform-hungarian",
        .summary = "gives each record k candidates by assignments of least loss, round by round",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "heuristic; exact for k = 2",
        .cost = "O(k n^2 m + k n^3) a pass, O(n^2) memory",
        .citation = "Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, "
                    "ASIACCS 2015; rounds solved anew: ours",
        .objectives = kRecordObjectives,
        .options = freeform::kHungarianOptions,
        .scale = MethodScale::small,
        .make = freeform::make_hungarian,
    },
    MethodInfo{
        .name = "freeform-mip",
        .summary = "solves a mixed-integer program for the best graph of records and candidates",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "exact",
        .cost = "exponential at worst; up to 200 rows",
        .citation = "Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, "
                    "ASIACCS 2015, section 4; tighter program: ours",
        .objectives = kRecordObjectives,
        .scale = MethodScale::tiny,
        .make = freeform::make_mip,
    },
    MethodInfo{
        .name = "freeform-partitioned",
        .summary = "starts from the best classes, and deals rows out anew in parts and regions",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "heuristic; exact for k = 2 up to 4,096 rows",
        .cost = "O(n k p m) a pass for regions of p",
        .citation = "Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, "
                    "ASIACCS 2015; regions solved anew: ours",
        .objectives = kRecordObjectives,
        .options = freeform::kPartitionedOptions,
        .make = freeform::make_partitioned,
    },
    MethodInfo{
        .name = "freeform-ring",
        .summary = "gives each record the k rows from its place on around a fixed ring",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "heuristic; in classes no loss above best-split's",
        .cost = "O(n k) after best-split or sorting",
        .citation = "Wong, Mamoulis, Cheung: Non-homogeneous generalization in privacy preserving "
                    "data publishing, SIGMOD 2010",
        .objectives = kRecordObjectives,
        .options = freeform::kRingOptions,
        .make = freeform::make_ring,
    },
    MethodInfo{
        .name = "freeform-sortgreedy",
        .summary = "takes the pairs of a row and a record that lose least more first, each round",
        .family = "freeform",
        .recoding = RecodingKind::assignment,
        .guarantee = "heuristic",
        .cost = "O(k n^2 s (m + k)) at worst for rows that look s times, with bounds far less",
        .citation = "Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, "
                    "ASIACCS 2015, SortGreedy",
        .objectives = kRecordObjectives,
        .make = freeform::make_sort_greedy,
    },
    MethodInfo{
        .name = "genetic",
        .summary = "breeds recodings: crosses, mutates and selects divisions of the domains",
        .family = "domain-cut",
        .recoding = RecodingKind::cuts,
        .guarantee = "heuristic",
        .cost = "O(c t m) for c children",
        .citation = "Iyengar: Transforming data to satisfy privacy constraints, KDD 2002",
        .objectives = kCutObjectives,
        .options = domain_cut::kGeneticOptions,
        .make = domain_cut::make_genetic,
    },
    MethodInfo{
        .name = "incognito",
        .summary = "finds all minimal nodes by growing subsets of the quasi-identifier",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "exact: all minimal nodes",
        .cost = "O(S t m) at worst for S nodes of all subsets' lattices",
        .citation = "LeFevre, DeWitt, Ramakrishnan: Incognito, SIGMOD 2005",
        .objectives = kAllObjectives,
        .chooses_node = true,
        .make = full_domain::make_incognito,
    },
    MethodInfo{
        .name = "k-member",
        .summary = "grows one class after the other by the record that raises its loss least",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "O(n^2 m) at worst",
        .citation = "Byun, Kamra, Bertino, Li: Efficient k-Anonymization Using Clustering "
                    "Techniques, DASFAA 2007",
        .objectives = kClassObjectives,
        .scale = MethodScale::small,
        .make = classes::make_k_member,
    },
    MethodInfo{
        .name = "k-optimize",
        .summary = "finds and proves the best cuts of the attributes' ordered values",
        .family = "domain-cut",
        .recoding = RecodingKind::ordered_cuts,
        .guarantee = "exact: best cuts",
        .cost = "O(2^d t m) at worst for d values of all attributes but the widest",
        .citation = "Bayardo, Agrawal: Data privacy through optimal k-anonymization, ICDE 2005",
        .objectives = kCountObjectives,
        .options = domain_cut::kKOptimizeOptions,
        .make = domain_cut::make_k_optimize,
    },
    MethodInfo{
        .name = "mdav",
        .summary = "makes classes of k near records, the farthest from the centre first",
        .family = "microaggregation",
        .recoding = RecodingKind::aggregates,
        .guarantee = "heuristic",
        .cost = "O(n^2 m / k)",
        .citation = "Domingo-Ferrer, Mateo-Sanz: Practical data-oriented microaggregation for "
                    "statistical disclosure control, TKDE 2002; Domingo-Ferrer, Torra: Ordinal, "
                    "continuous and heterogeneous k-anonymity through microaggregation, DMKD 2005",
        .objectives = kAggregateObjectives,
        .make = microaggregation::make_mdav,
    },
    MethodInfo{
        .name = "meyerson-williams",
        .summary = "covers rows greedily by sets of small diameter: for up to 2,000 row types",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 6k (1 + ln 2k); all-subsets: half of that)",
        .cost = "O(t^2 (m + log t)) and O(t^2) memory; all-subsets: O(2^n n) for each class",
        .citation = "Meyerson, Williams: On the complexity of optimal k-anonymity, PODS 2004, as "
                    "in Park, Shim 2007",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .options = cell_suppression::kMeyersonWilliamsOptions,
        .stars_only = true,
        .scale = MethodScale::small,
        .make = cell_suppression::make_meyerson_williams,
    },
    MethodInfo{
        .name = "mingen",
        .summary = "looks at every node and picks the best of the minimal ones",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "exact: all minimal nodes",
        .cost = "O(L t m) for L lattice nodes",
        .citation = "Sweeney: Achieving k-anonymity privacy protection using generalization and "
                    "suppression, 2002",
        .objectives = kAllObjectives,
        .chooses_node = true,
        .make = full_domain::make_mingen,
    },
    MethodInfo{
        .name = "mondrian",
        .summary = "divides classes at the median or by subtree while every part holds",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "O(t m log(n / k)) on even data",
        .citation = "LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity, "
                    "ICDE 2006",
        .objectives = kClassObjectives,
        .options = classes::kMondrianOptions,
        .make = classes::make_mondrian,
    },
    MethodInfo{
        .name = "one-pass-k-means",
        .summary = "puts records by the nearest of n / k centroids, and adjusts the classes to k",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "O(t n m / k)",
        .citation = "Lin, Wei: An efficient clustering method for k-anonymization, PAIS 2008",
        .objectives = kClassObjectives,
        .scale = MethodScale::small,
        .make = classes::make_one_pass_k_means,
    },
    MethodInfo{
        .name = "optimal",
        .summary = "finds and proves the best node of the generalization lattice",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "exact",
        .cost = "O(L t m) at worst for L lattice nodes",
        .citation = "model AG_TS of Ciriani, De Capitani di Vimercati, Foresti, Samarati: "
                    "k-Anonymity, 2007; the search is our own",
        .objectives = kAllObjectives,
        .chooses_node = true,
        .make = full_domain::make_optimal,
    },
    MethodInfo{
        .name = "pattern-exact",
        .summary =
            "guesses which cells of a mask of patterns are classes, and assigns rows to them",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "exact",
        .cost = "O(2^c) flows at worst for c cells",
        .citation = "Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, "
                    "Algorithms 6(4), 2013",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .stars_only = true,
        .scale = MethodScale::tiny,
        .make = cell_suppression::make_pattern_exact,
    },
    MethodInfo{
        .name = "pattern-greedy",
        .summary = "stars cells by the cheapest pattern that enough rows still share",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio m, if no row is left over)",
        .cost = "O(p t m) at worst for p patterns",
        .citation = "Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, "
                    "Algorithms 6(4), 2013",
        .objectives = kStarObjectives,
        .options = cell_suppression::kPatternGreedyOptions,
        .stars_only = true,
        .make = cell_suppression::make_pattern_greedy,
    },
    MethodInfo{
        .name = "pattern-ilp",
        .summary = "stars the fewest cells that a mask of patterns allows, and proves it",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "exact",
        .cost = "exponential at worst; O(p t) memory for p patterns",
        .citation = "Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, "
                    "Algorithms 6(4), 2013",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .stars_only = true,
        .scale = MethodScale::small,
        .make = cell_suppression::make_pattern_ilp,
    },
    MethodInfo{
        .name = "polish",
        .summary = "improves what another method finds, by moves and exact small parts",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "heuristic",
        .cost = "as the start; then until the time limit, or nothing helps any more",
        .citation = "kanon",
        .objectives = kStarObjectives,
        .options = cell_suppression::kPolishOptions,
        .stars_only = true,
        .make = cell_suppression::make_polish,
    },
    MethodInfo{
        .name = "refine",
        .summary = "improves what best-split finds: rows move, near classes are grouped anew",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "as best-split; then O(t m) times the effort, or until the time limit",
        .citation = "our own, with k-member of Byun et al.: Efficient k-Anonymization Using "
                    "Clustering Techniques, DASFAA 2007, inside",
        .objectives = kClassObjectives,
        .options = classes::kRefineOptions,
        .make = classes::make_refine,
    },
    MethodInfo{
        .name = "refine-sse",
        .summary = "improves what mdav finds: rows move, classes begin and end, by annealing",
        .family = "microaggregation",
        .recoding = RecodingKind::aggregates,
        .guarantee = "heuristic",
        .cost = "as mdav; then O(m) times the effort, or until the time limit",
        .citation = "our own",
        .objectives = kAggregateObjectives,
        .options = microaggregation::kRefineSseOptions,
        .make = microaggregation::make_refine_sse,
    },
    MethodInfo{
        .name = "samarati",
        .summary = "finds all nodes of least height that hold, by binary search, and picks one",
        .family = "full-domain",
        .recoding = RecodingKind::full_domain,
        .guarantee = "exact: least height",
        .cost = "O(L t m) at worst for L lattice nodes",
        .citation = "Samarati: Protecting respondents' identities in microdata release, TKDE 2001",
        .objectives = kAllObjectives,
        .options = full_domain::kSamaratiOptions,
        .chooses_node = true,
        .make = full_domain::make_samarati,
    },
    MethodInfo{
        .name = "three-anonymity",
        .summary = "cuts the cycles of a lightest 2-factor into classes of three to five rows",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 2, if no row is left over)",
        .cost = "O(n^4 log n) at worst",
        .citation = kAggarwal,
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .needs_binary = true,
        .only_k = 3,
        .stars_only = true,
        .scale = MethodScale::small,
        .make = cell_suppression::make_three_anonymity,
    },
    MethodInfo{
        .name = "top-down",
        .summary = "specializes what is most informative of the class attribute while all holds",
        .family = "domain-cut",
        .recoding = RecodingKind::cuts,
        .guarantee = "heuristic",
        .cost = "O(t m) and O(s m) per specialization for s row types of its value",
        .citation = "Fung, Wang, Yu: Top-down specialization for information and privacy "
                    "preservation, ICDE 2005",
        .objectives = kCutObjectives,
        .needs_class = true,
        .make = domain_cut::make_top_down,
    },
    MethodInfo{
        .name = "top-down-greedy",
        .summary = "divides classes around two far records, and repairs those too small",
        .family = "classes",
        .recoding = RecodingKind::classes,
        .guarantee = "heuristic",
        .cost = "O(t m d) for depth d, and O(g s m) for g classes of which s are too small",
        .citation = "Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local "
                    "Recoding, KDD 2006",
        .objectives = kClassObjectives,
        .make = classes::make_top_down_greedy,
    },
    MethodInfo{
        .name = "two-anonymity",
        .summary = "stars the fewest cells for k = 2 by classes of two and three rows, proven",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "exact",
        .cost = "O(t^3) for each round of prices, exponential at worst",
        .citation = "Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, "
                    "Algorithms 6(4), 2013, Theorem 2",
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .only_k = 2,
        .stars_only = true,
        .scale = MethodScale::small,
        .make = cell_suppression::make_two_anonymity,
    },
    MethodInfo{
        .name = "two-factor",
        .summary = "makes classes of two and three rows of a lightest [1,2]-factor",
        .family = "cell-suppression",
        .recoding = RecodingKind::cells,
        .guarantee = "approximate (ratio 1.5, if no row is left over)",
        .cost = "O(n^3 log n) at worst",
        .citation = kAggarwal,
        .objectives = kStarObjectives,
        .models = kRowCountModels,
        .needs_binary = true,
        .only_k = 2,
        .stars_only = true,
        .scale = MethodScale::small,
        .make = cell_suppression::make_two_factor,
    },
    MethodInfo{
        .name = "univariate-optimal",
        .summary = "finds and proves the best means of one attribute, by a shortest path",
        .family = "microaggregation",
        .recoding = RecodingKind::aggregates,
        .guarantee = "exact",
        .cost = "O(n log n + n k)",
        .citation = "Hansen, Mukherjee: A polynomial algorithm for optimal univariate "
                    "microaggregation, TKDE 2003",
        .objectives = kAggregateObjectives,
        .models = kRowCountModels,
        .needs_single = true,
        .make = microaggregation::make_univariate_optimal,
    },
    MethodInfo{
        .name = "v-mdav",
        .summary = "as mdav, with classes that grow where the next record is near",
        .family = "microaggregation",
        .recoding = RecodingKind::aggregates,
        .guarantee = "heuristic",
        .cost = "O(n^2 m)",
        .citation = "Solanas, Martinez-Balleste: V-MDAV: a multivariate microaggregation with "
                    "variable group size, COMPSTAT 2006",
        .objectives = kAggregateObjectives,
        .options = microaggregation::kVMdavOptions,
        .make = microaggregation::make_v_mdav,
    },
};

}  // namespace

std::span<const MethodInfo> methods() {
    return kMethods;
}

}  // namespace kanon
