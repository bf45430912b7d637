/**
 * Types of the screening service's interface, generated from its OpenAPI description by `npm run docs`.
 * Do not edit by hand: change a route's schema instead.
 */
export interface paths {
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a free key
         * @description Issues a free-tier key, shown once. Signing up again with the same address ends its earlier free key; partner keys are not affected. The answer is the same whether or not the address is known.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the waiting list
         * @description Stores an address once. Joining again changes only the interest.
         */
        post: operations["joinWaitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Whether the store answers, what it holds and as of which date. Does not count towards limits and needs no key.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol
         * @description Tools for agents: stateless streamable HTTP, JSON answers, revisions up to 2026-07-28. Any `Accept` header is accepted.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/rebuild-leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rank the compliant companies by score
         * @description For a scheduler, with the admin token. Screens every listing with stored facts and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.
         */
        post: operations["rebuildLeaderboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/rebuild-value-screen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rank the compliant companies by filed fundamentals for their price
         * @description For a scheduler, with the admin token. Screens every listing with stored facts and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.
         */
        post: operations["rebuildValueScreen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Screen up to 25 tickers at once
         * @description The full screening of each symbol, or its error, in request order. Requires a key and counts as one request. A symbol that fails does not affect the others.
         */
        post: operations["screenBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Screen up to 500 tickers as a job
         * @description Answers at once with a job that runs in the background; poll the URL in `poll` for progress. Requires a key. Repeating a request with the same Idempotency-Key returns the same job in its current state.
         */
        post: operations["submitBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Progress and results of a bulk job
         * @description Only for the key that submitted it. For the full screening of a symbol, with its evidence, use /v1/screen/{ticker}.
         */
        get: operations["readBulk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/history/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dated screenings of one ticker
         * @description Each screening that differs from the one before it, newest first: which check flipped, and which filed figure caused it.
         */
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/screen/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Screen one ticker
         * @description Verdict, score, audit matrix, purification and the filed facts behind every number, at one date. The same facts give the same body, and it can be recomputed from its own evidence.
         */
        get: operations["screenTicker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Check */
        Check: {
            /** @enum {unknown} */
            basis: "reported" | "derived" | "bounded" | "unknown";
            /** @enum {unknown} */
            comparison: "<" | "<=";
            /** @enum {unknown} */
            confidence: "high" | "medium" | "low";
            denominator: string;
            high: number | null;
            low: number;
            /** @description Name of an entry of amounts */
            numerator: string;
            /** @description True only for status pass */
            passed: boolean;
            ratio: string;
            source: string;
            /** @enum {unknown} */
            status: "pass" | "fail" | "unknown";
            threshold: number;
            /** @description The end that decides: high for a pass, low for a fail; null if nothing bounds it */
            value: number | null;
        };
        /** Evidence */
        Evidence: {
            accession: string | null;
            concept: string;
            filed: string | null;
            form: string;
            id: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            period_end: string;
            period_start: string | null;
            /** @description The filing; for a fund’s report that came without its filing, the SEC’s list of the fund’s reports */
            source_url: string;
            superseded: {
                accession: string;
                form: string;
                value: number;
            }[];
            unit: string;
            value: number;
            xbrl_tag: string;
        };
        /** Failure */
        Failure: {
            data: null;
            error: {
                /** @description Stable, for programs */
                code: string;
                detail?: {
                    [key: string]: unknown;
                };
                /** @description What is wrong and what to do */
                message: string;
                request_id: string;
            };
            /** @enum {boolean} */
            success: false;
        };
        /** History */
        History: {
            /** @enum {unknown} */
            rules: "current" | "classic";
            snapshots: {
                anchor: components["schemas"]["Report"] | null;
                /**
                 * Format: date
                 * @description YYYY-MM-DD
                 */
                as_of: string;
                /** @enum {unknown} */
                business_activity: "pass" | "fail" | "review" | "unknown";
                changes: {
                    checks: {
                        because: {
                            accession: string | null;
                            concept: string;
                            /** @description Had this figure alone kept its earlier value, the check would not have flipped */
                            decisive: boolean;
                            from: number | null;
                            source_url: string | null;
                            to: number | null;
                            xbrl_tag: string | null;
                        }[];
                        /** @enum {unknown} */
                        from: "pass" | "fail" | "unknown";
                        methodology: string;
                        ratio: string;
                        /** @enum {unknown} */
                        to: "pass" | "fail" | "unknown";
                        value_from: number | null;
                        value_to: number | null;
                    }[];
                    engine_changed: boolean;
                    report: {
                        from: string | null;
                        to: string | null;
                    } | null;
                    score: {
                        from: number;
                        to: number;
                    } | null;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    since: string;
                    verdict: {
                        /** @enum {unknown} */
                        from: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                        /** @enum {unknown} */
                        to: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                    } | null;
                } | null;
                /** @enum {unknown} */
                compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                engine_version: string;
                methodologies: {
                    checks: {
                        passed: boolean;
                        ratio: string;
                        /** @enum {unknown} */
                        status: "pass" | "fail" | "unknown";
                        threshold: number;
                        value: number | null;
                    }[];
                    id: string;
                    passed: boolean;
                    /** @enum {unknown} */
                    status: "pass" | "fail" | "unknown";
                }[];
                missing: components["schemas"]["Missing"][];
                /** @enum {unknown} */
                origin: "backfill" | "live";
                purification_pct: number | null;
                /** @enum {unknown} */
                rules: "current" | "classic";
                score: number;
            }[];
            symbol: string;
        };
        /** Missing */
        Missing: {
            code: string;
            message: string;
        };
        /**
         * Problem
         * @description RFC 9457, for callers that ask for application/problem+json
         */
        Problem: {
            code: string;
            context?: {
                [key: string]: unknown;
            };
            detail: string;
            errors?: {
                ctx?: Record<string, never>;
                input?: unknown;
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
            request_id: string;
            status: number;
            title: string;
            /** @enum {string} */
            type: "about:blank";
        };
        /** Report */
        Report: {
            accession: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            filed: string;
            form: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            period_end: string;
            source_url: string;
        };
        /** Screening */
        Screening: {
            amounts: {
                [key: string]: {
                    /** @enum {unknown} */
                    basis: "reported" | "derived" | "bounded" | "unknown";
                    high: number | null;
                    high_from: unknown | null;
                    low: number;
                    /** @description How this end was computed: an evidence id, a constant, or {"sum"|"max"|"min": [...]}, {"minus": [a, b]}, {"times": [a, b]} */
                    low_from: unknown;
                    rules: string[];
                    unit: string | null;
                };
            };
            anchor: components["schemas"]["Report"] | null;
            approximations: {
                id: string;
                message: string;
            }[];
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            as_of: string;
            business_activity: {
                /** @enum {unknown} */
                confidence: "medium" | "low" | "none";
                findings: {
                    label: string;
                    line: string;
                    matched: string;
                    /** @enum {unknown} */
                    matched_by: "sic" | "ticker";
                    /** @enum {unknown} */
                    status: "fail" | "review";
                }[];
                sic: string | null;
                sic_description: string | null;
                source: string;
                /** @enum {unknown} */
                status: "pass" | "fail" | "review" | "unknown";
            };
            cik: string;
            /** @enum {unknown} */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            components: {
                [key: string]: {
                    max: number;
                    score: number;
                };
            };
            /** @enum {unknown} */
            data_source: "snapshot" | "sec_bulk" | "sec_live";
            engine_version: string;
            /** @description Weights are values over net assets, in percent; amounts are in US dollars */
            etf_look_through?: {
                anomalies: {
                    code: string;
                    line: number | null;
                    message: string;
                }[];
                /** @description Weight of the holdings that have a verdict */
                coverage_pct: number;
                holdings: {
                    asset_category: string | null;
                    /** @enum {unknown} */
                    bucket: "compliant" | "questionable" | "non_compliant" | "not_screenable" | "unresolved" | "cash" | "debt" | "derivatives" | "other" | "residual";
                    cik: string | null;
                    company: string | null;
                    compliance: ("compliant" | "questionable" | "non_compliant" | "not_screenable") | null;
                    cusip: string | null;
                    /** @description Ids of those that it fails; a prohibited business fails all of them */
                    fails: string[];
                    isin: string | null;
                    /** @description Position in the filing, starting at 1 */
                    line: number;
                    matched: string | null;
                    missing: string[];
                    name: string | null;
                    /** @description Ids of the methodologies that the company passes */
                    passes: string[];
                    pct: number | null;
                    pct_filed: number | null;
                    purification_high_pct: number | null;
                    purification_low_pct: number | null;
                    resolved_by: ("ticker" | "isin" | "cusip" | "name") | null;
                    score: number | null;
                    symbol: string | null;
                    ticker: string | null;
                    title: string | null;
                    value: number;
                }[];
                /** @description The limits that decide the verdict, in percent */
                limits: {
                    [key: string]: number;
                };
                methodologies: {
                    failing_pct: number;
                    id: string;
                    open_pct: number;
                    passing_pct: number;
                }[];
                net_assets: number | null;
                /** @description Percent of dividends and gains, for the whole fund and for its known part */
                purification: {
                    covered_high_pct: number;
                    covered_low_pct: number;
                    covered_weight_pct: number;
                    high_pct: number;
                    low_pct: number;
                };
                report: {
                    accession: string | null;
                    cik: string;
                    filed: string | null;
                    fiscal_year_end: string | null;
                    form: string;
                    is_final: boolean;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    period_end: string;
                    registrant: string;
                    series_id: string | null;
                    series_name: string | null;
                    source_url: string;
                } | null;
                resolved_by: {
                    cusip: {
                        holdings: number;
                        pct: number;
                    };
                    isin: {
                        holdings: number;
                        pct: number;
                    };
                    name: {
                        holdings: number;
                        pct: number;
                    };
                    ticker: {
                        holdings: number;
                        pct: number;
                    };
                    unresolved: {
                        holdings: number;
                        pct: number;
                    };
                };
                sum_of_filed_pct: number | null;
                sum_of_weights_pct: number | null;
                total_assets: number | null;
                total_liabilities: number | null;
                /** @description Total assets less the holdings that are assets: cash, receivables, or missing lines */
                unlisted_assets: number | null;
                unresolved: {
                    cusip: string | null;
                    isin: string | null;
                    line: number;
                    name: string | null;
                    pct: number | null;
                    reason: string;
                    ticker: string | null;
                    title: string | null;
                    value: number;
                }[];
                weights: {
                    cash: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    compliant: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    debt: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    derivatives: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    non_compliant: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    not_screenable: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    other: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    questionable: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    residual: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                    unresolved: {
                        holdings: number;
                        pct: number;
                        value: number;
                    };
                };
            };
            evidence: components["schemas"]["Evidence"][];
            facts_through: string | null;
            market_data: {
                close: number | null;
                currency: string | null;
                date: string | null;
                figure: ("market_cap" | "close") | null;
                id: string | null;
                /** @description Why there is no market capitalisation */
                reason: string | null;
                source: string | null;
                /** @description For information only: what the trailing average would say */
                trailing_averages: {
                    average_market_cap: number | null;
                    methodology: string;
                    months: number;
                    months_present: number;
                    /** @enum {unknown} */
                    status: "pass" | "fail" | "unknown";
                }[];
                value: number | null;
            };
            methodologies: {
                checks: components["schemas"]["Check"][];
                edition: string;
                id: string;
                name: string;
                passed: boolean;
                /** @enum {unknown} */
                status: "pass" | "fail" | "unknown";
            }[];
            missing: components["schemas"]["Missing"][];
            name: string;
            overlays?: {
                adult_entertainment?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                alcohol?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                civilian_firearms?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                dod_1260h?: {
                    /** @enum {string} */
                    basis: "official_list";
                    flagged: boolean;
                    match: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    matches: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    source: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    };
                    sources: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    }[];
                };
                fossil_fuels?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                gambling?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                note: string;
                private_prisons?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                state_scrutinized?: {
                    /** @enum {string} */
                    basis: "official_list";
                    flagged: boolean;
                    match: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    matches: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    source: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    };
                    sources: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    }[];
                };
                tobacco?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                uflpa?: {
                    /** @enum {string} */
                    basis: "official_list";
                    flagged: boolean;
                    match: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    matches: {
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    source: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    };
                    sources: {
                        /** @enum {unknown} */
                        completeness: "complete" | "partial";
                        entries: number;
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        list_date: string;
                        /** @enum {unknown} */
                        list_date_precision: "day" | "month";
                        list_id: string;
                        list_name: string;
                        publisher: string;
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        status_since: string | null;
                    }[];
                };
                values_summary: {
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    as_of: string;
                    by_basis: {
                        industry_classification: number;
                        official_list: number;
                    };
                    flags_checked: number;
                    flags_raised: number;
                    /** @description Overlays that were asked for and could not be checked: unknown, not clean */
                    not_checked: {
                        /** @enum {unknown} */
                        code: "no_list" | "no_classification" | "unclear_classification";
                        message: string;
                        /** @enum {unknown} */
                        overlay: "dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms";
                    }[];
                    raised: ("dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms")[];
                };
                weapons_defense?: {
                    /** @enum {string} */
                    basis: "industry_classification";
                    flagged: boolean;
                    match: {
                        entity: string;
                        /** @enum {unknown} */
                        matched_by: "sic" | "ticker";
                        reason: string;
                    } | null;
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
            } | {
                available: ("dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms")[];
                note: string;
            };
            purification: {
                amount_per_share: number | null;
                /** @enum {unknown} */
                basis: "reported" | "derived" | "bounded" | "unknown";
                currency: string | null;
                high_pct: number | null;
                low_pct: number;
                note: string;
                pct_of_dividends_and_gains: number | null;
                shares: number | null;
                shares_evidence: string | null;
            };
            ratios: {
                [key: string]: number | null;
            };
            /** @enum {unknown} */
            rules: "current" | "classic";
            score: number;
            symbol: string;
        };
        /**
         * ValidationError
         * @description The request does not match the schema
         */
        ValidationError: {
            detail: {
                ctx?: Record<string, never>;
                input?: unknown;
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attribution?: {
                        /** @default null */
                        landing_page?: string | null;
                        /** @default null */
                        referrer?: string | null;
                        /** @default null */
                        utm_campaign?: string | null;
                        /** @default null */
                        utm_content?: string | null;
                        /** @default null */
                        utm_medium?: string | null;
                        /** @default null */
                        utm_source?: string | null;
                    } | null;
                    email: string;
                    /** @default  */
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Shown only once; only a keyed hash of it is stored */
                            api_key: string;
                            /** @enum {string} */
                            header: "x-api-key";
                            note: string;
                            /** @description Null: no limit */
                            requests_per_minute: number | null;
                            /** @enum {string} */
                            tier: "free";
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    joinWaitlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    attribution?: {
                        /** @default null */
                        landing_page?: string | null;
                        /** @default null */
                        referrer?: string | null;
                        /** @default null */
                        utm_campaign?: string | null;
                        /** @default null */
                        utm_content?: string | null;
                        /** @default null */
                        utm_medium?: string | null;
                        /** @default null */
                        utm_source?: string | null;
                    } | null;
                    email: string;
                    /** @default both */
                    interest?: string;
                    /** @default  */
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            joined: true;
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        companies_with_facts: number;
                        data_source: string;
                        engine_version: string;
                        live_mode: boolean;
                        snapshot_as_of: string | null;
                        /** @enum {string} */
                        status: "ok";
                        tickers: number;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One JSON-RPC message of the Model Context Protocol */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent in a notification */
                    id?: string | number;
                    /** @enum {string} */
                    jsonrpc: "2.0";
                    method: string;
                    params?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                        result: {
                            [key: string]: unknown;
                        };
                    } | {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                };
            };
            /** @description A notification was accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            code: number;
                            data?: unknown;
                            message: string;
                        };
                        id?: string | number | null;
                        /** @enum {string} */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rebuildLeaderboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @description The date of the screenings, YYYY-MM-DD
                             */
                            as_of: string;
                            /** @enum {unknown} */
                            data_source: "snapshot" | "sec_bulk" | "sec_live";
                            duration_ms: number;
                            engine_version: string;
                            /** Format: date-time */
                            finished_at: string;
                            /** @description Listings left out, by reason */
                            left_out: {
                                [key: string]: number;
                            };
                            /** @description Lines in the ranking */
                            ranked: number;
                            /** @enum {unknown} */
                            ranking: "leaders" | "value";
                            /** @enum {unknown} */
                            rules: "current" | "classic";
                            /** @description Listings with stored facts */
                            screened: number;
                            /** Format: date-time */
                            started_at: string;
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rebuildValueScreen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: date
                             * @description The date of the screenings, YYYY-MM-DD
                             */
                            as_of: string;
                            /** @enum {unknown} */
                            data_source: "snapshot" | "sec_bulk" | "sec_live";
                            duration_ms: number;
                            engine_version: string;
                            /** Format: date-time */
                            finished_at: string;
                            /** @description Listings left out, by reason */
                            left_out: {
                                [key: string]: number;
                            };
                            /** @description Lines in the ranking */
                            ranked: number;
                            /** @enum {unknown} */
                            ranking: "leaders" | "value";
                            /** @enum {unknown} */
                            rules: "current" | "classic";
                            /** @description Listings with stored facts */
                            screened: number;
                            /** Format: date-time */
                            started_at: string;
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    screenBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description US tickers: AAPL, BRK.B. Duplicates are allowed */
                    symbols: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            results: (components["schemas"]["Screening"] | {
                                error: {
                                    code: string;
                                    message: string;
                                };
                                symbol: string;
                            })[];
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description Printable ASCII. Kept as long as the job */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description US tickers: AAPL, BRK.B. Duplicates are allowed; each entry has its own result */
                    symbols: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Never decreases */
                            done: number;
                            job_id: string;
                            /** @description Poll this URL for progress and results */
                            poll: string;
                            /** @enum {unknown} */
                            status: "pending" | "complete";
                            total: number;
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description blk_ and 24 hex digits */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Never decreases */
                            done: number;
                            job_id: string;
                            /** @description Poll this URL for progress and results */
                            poll: string;
                            /** @description In request order; present once the job is complete */
                            results?: ({
                                /** @enum {unknown} */
                                compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                                /** @description Of dividends and gains; null if nothing bounds it */
                                purification_pct: number | null;
                                score: number;
                                symbol: string;
                            } | {
                                error: {
                                    code: string;
                                    message: string;
                                };
                                symbol: string;
                            })[];
                            /** @enum {unknown} */
                            status: "pending" | "complete";
                            total: number;
                        };
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: {
                /** @description Default 100 */
                limit?: number;
                /** @description Rule set: current (default) or classic */
                rules?: string;
            };
            header?: never;
            path: {
                /** @description A US ticker: AAPL, BRK.B */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["History"];
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    screenTicker: {
        parameters: {
            query?: {
                /** @description Screen as of this date (YYYY-MM-DD), from what was filed by then */
                as_of?: string;
                /** @description Values overlays to add to the screening: all, or comma-separated names. They never change the verdict or the score. Requires a key; without one, only the available names are returned. */
                overlays?: string;
                /** @description Rule set: current (default) or classic */
                rules?: string;
            };
            header?: never;
            path: {
                /** @description A US ticker: AAPL, BRK.B */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Screening"];
                        error: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
