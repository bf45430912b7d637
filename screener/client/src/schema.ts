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
                /**
                 * @example {
                 *       "email": "dev@example.org",
                 *       "use_case": "app"
                 *     }
                 */
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
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "api_key": "snd_live_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s",
                     *         "tier": "free",
                     *         "header": "x-api-key",
                     *         "requests_per_minute": 1000,
                     *         "note": "Keep this key: it is not shown again. Signing up again with the same address ends it and issues a new one."
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "email"
                     *           ],
                     *           "msg": "must match ^ *[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+@[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+(?:\\.[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+)+ *$",
                     *           "type": "string_pattern_mismatch",
                     *           "input": "nobody"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "email"
                     *           ],
                     *           "msg": "must match ^ *[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+@[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+(?:\\.[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+)+ *$",
                     *           "type": "string_pattern_mismatch",
                     *           "input": "nobody"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "A network address may sign up 1 times an hour. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "A network address may sign up 1 times an hour. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "email": "dev@example.org",
                 *       "interest": "both",
                 *       "use_case": "an app for my community"
                 *     }
                 */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "joined": true
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "email"
                     *           ],
                     *           "msg": "must match ^ *[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+@[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+(?:\\.[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+)+ *$",
                     *           "type": "string_pattern_mismatch",
                     *           "input": "nobody"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "email"
                     *           ],
                     *           "msg": "must match ^ *[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]+@[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+(?:\\.[^\\s@<>\"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff.]+)+ *$",
                     *           "type": "string_pattern_mismatch",
                     *           "input": "nobody"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "A network address may sign up 1 times an hour. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "A network address may sign up 1 times an hour. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "engine_version": "1.1ec8874a8616",
                     *       "data_source": "snapshot",
                     *       "snapshot_as_of": "2026-02-25",
                     *       "live_mode": false,
                     *       "tickers": 12960,
                     *       "companies_with_facts": 36
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "malformed_ticker",
                     *         "message": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "detail": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *       "code": "malformed_ticker",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/call",
                 *       "params": {
                 *         "name": "screen_ticker",
                 *         "arguments": {
                 *           "ticker": "AAPL"
                 *         }
                 *       }
                 *     }
                 */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "Apple Inc. (AAPL): COMPLIANT, score 77.9 of 100\nAs of 2026-02-25, rule set current, CIK 0000320193; facts from snapshot, filings up to 2026-01-30.\n\nWhy: The business passes. 5 of 5 methodologies pass.\n\nBusiness activity:\n- passes (confidence medium): SIC 3571 Electronic Computers\n\nMethodologies:\n- AAOIFI SS 21: passes; debt to market cap 2.37319 % (limit <= 30 %: passes); deposits to market cap 3.…"
                     *           }
                     *         ],
                     *         "structuredContent": {
                     *           "symbol": "AAPL",
                     *           "name": "Apple Inc.",
                     *           "cik": "0000320193",
                     *           "as_of": "2026-02-25",
                     *           "rules": "current",
                     *           "engine_version": "1.1ec8874a8616",
                     *           "compliance": "compliant",
                     *           "score": 77.9,
                     *           "components": {
                     *             "business_activity": {
                     *               "score": 20,
                     *               "max": 20
                     *             },
                     *             "debt": {
                     *               "score": 16.1,
                     *               "max": 25
                     *             },
                     *             "cash_and_interest_bearing": {
                     *               "score": 11,
                     *               "max": 15
                     *             },
                     *             "receivables": {
                     *               "score": 7,
                     *               "max": 10
                     *             },
                     *             "prohibited_income": {
                     *               "score": 14.7,
                     *               "max": 20
                     *             },
                     *             "data_quality": {
                     *               "score": 9.1,
                     *               "max": 10
                     *             }
                     *           },
                     *           "ratios": {
                     *             "debt_to_market_cap": 0.02373186235766112,
                     *             "deposits_to_market_cap": 0.03796589300597224,
                     *             "prohibited_income_to_revenue": 0.02659124873455352,
                     *             "debt_to_total_assets": 0.23862303155574655,
                     *             "cash_and_current_securities_to_total_assets": 0.1763973877990071,
                     *             "receivables_and_cash_to_total_assets": 0.3048719077662096
                     *           },
                     *           "business_activity": {
                     *             "status": "pass",
                     *             "sic": "3571",
                     *             "sic_description": "Electronic Computers",
                     *             "source": "SIC code from the SEC (submissions)",
                     *             "confidence": "medium",
                     *             "findings": []
                     *           },
                     *           "methodologies": [
                     *             {
                     *               "id": "aaoifi",
                     *               "name": "AAOIFI SS 21",
                     *               "edition": "Shari’ah Standard 21, clause 3/4",
                     *               "passed": true,
                     *               "status": "pass",
                     *               "checks": [
                     *                 {
                     *                   "ratio": "debt_to_market_cap",
                     *                   "value": 0.02373186235766112,
                     *                   "threshold": 0.3,
                     *                   "comparison": "<=",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.02373186235766112,
                     *                   "high": 0.02373186235766112,
                     *                   "basis": "derived",
                     *                   "numerator": "debt",
                     *                   "denominator": "market_cap",
                     *                   "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                   "confidence": "high"
                     *                 },
                     *                 {
                     *                   "ratio": "deposits_to_market_cap",
                     *                   "value": 0.03796589300597224,
                     *                   "threshold": 0.3,
                     *                   "comparison": "<=",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.03796589300597224,
                     *                   "high": 0.03796589300597224,
                     *                   "basis": "derived",
                     *                   "numerator": "cash_and_all_securities",
                     *                   "denominator": "market_cap",
                     *                   "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/3: does not exceed 30 %",
                     *                   "confidence": "high"
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "id": "djim",
                     *               "name": "DJIM",
                     *               "edition": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A",
                     *               "passed": true,
                     *               "status": "pass",
                     *               "checks": [
                     *                 {
                     *                   "ratio": "debt_to_market_cap",
                     *                   "value": 0.02373186235766112,
                     *                   "threshold": 0.33,
                     *                   "comparison": "<",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.02373186235766112,
                     *                   "high": 0.02373186235766112,
                     *                   "basis": "derived",
                     *                   "numerator": "debt",
                     *                   "denominator": "market_cap",
                     *                   "source": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A: less than 33 %",
                     *                   "confidence": "medium"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "purification": {
                     *             "pct_of_dividends_and_gains": 2.659124873455352,
                     *             "low_pct": 0,
                     *             "high_pct": 2.659124873455352,
                     *             "basis": "bounded",
                     *             "amount_per_share": 0.7890122974101467,
                     *             "shares": 14681140000,
                     *             "shares_evidence": "f24",
                     *             "currency": "USD",
                     *             "note": "Interest income over total revenue for the twelve months to the anchor. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
                     *           },
                     *           "amounts": {
                     *             "debt": {
                     *               "low": 90509000000,
                     *               "high": 90509000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "sum": [
                     *                   {
                     *                     "sum": [
                     *                       "f13",
                     *                       "f14"
                     *                     ]
                     *                   },
                     *                   "f18"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "sum": [
                     *                   {
                     *                     "minus": [
                     *                       "f12",
                     *                       {
                     *                         "sum": [
                     *                           "f15",
                     *                           "f16"
                     *                         ]
                     *                       }
                     *                     ]
                     *                   },
                     *                   {
                     *                     "minus": [
                     *                       {
                     *                         "minus": [
                     *                           {
                     *                             "min": [
                     *                               "f10",
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "max": [
                     *                                       "f1",
                     *                                       "f2"
                     *                                     ]
                     *                                   },
                     *                                   "f11"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           },
                     *                           "f12"
                     *                         ]
                     *                       },
                     *                       "f19"
                     *                     ]
                     *                   }
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "debt_by_legs"
                     *               ]
                     *             },
                     *             "cash": {
                     *               "low": 45317000000,
                     *               "high": 45317000000,
                     *               "unit": "USD",
                     *               "basis": "reported",
                     *               "low_from": "f4",
                     *               "high_from": "f4",
                     *               "rules": []
                     *             },
                     *             "cash_and_current_securities": {
                     *               "low": 66907000000,
                     *               "high": 66907000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "sum": [
                     *                   "f4",
                     *                   "f5"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "sum": [
                     *                   "f4",
                     *                   {
                     *                     "minus": [
                     *                       {
                     *                         "minus": [
                     *                           "f3",
                     *                           "f4"
                     *                         ]
                     *                       },
                     *                       {
                     *                         "sum": [
                     *                           "f8",
                     *                           "f9"
                     *                         ]
                     *                       }
                     *                     ]
                     *                   }
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "current_securities_residual"
                     *               ]
                     *             },
                     *             "cash_and_all_securities": {
                     *               "low": 144795000000,
                     *               "high": 144795000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "sum": [
                     *                   {
                     *                     "sum": [
                     *                       "f4",
                     *                       "f5"
                     *                     ]
                     *                   },
                     *                   "f21"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "sum": [
                     *                   {
                     *                     "sum": [
                     *                       "f4",
                     *                       {
                     *                         "minus": [
                     *                           {
                     *                             "minus": [
                     *                               "f3",
                     *                               "f4"
                     *                             ]
                     *                           },
                     *                           {
                     *                             "sum": [
                     *                               "f8",
                     *                               "f9"
                     *                             ]
                     *                           }
                     *                         ]
                     *                       }
                     *                     ]
                     *                   },
                     *                   {
                     *                     "minus": [
                     *                       {
                     *                         "minus": [
                     *                           {
                     *                             "max": [
                     *                               "f1",
                     *                               "f2"
                     *                             ]
                     *                           },
                     *                           "f3"
                     *                         ]
                     *                       },
                     *                       {
                     *                         "sum": [
                     *                           "f23",
                     *                           "f22"
                     *                         ]
                     *                       }
                     *                     ]
                     *                   }
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "current_securities_residual",
                     *                 "noncurrent_securities_residual"
                     *               ]
                     *             },
                     *             "receivables": {
                     *               "low": 70320000000,
                     *               "high": 70320000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "sum": [
                     *                   "f8",
                     *                   "f9"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "minus": [
                     *                   {
                     *                     "minus": [
                     *                       "f3",
                     *                       {
                     *                         "sum": [
                     *                           "f4",
                     *                           "f5"
                     *                         ]
                     *                       }
                     *                     ]
                     *                   },
                     *                   {
                     *                     "sum": [
                     *                       "f7",
                     *                       "f6"
                     *                     ]
                     *                   }
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "receivables_residual"
                     *               ]
                     *             },
                     *             "receivables_and_cash": {
                     *               "low": 115637000000,
                     *               "high": 115637000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "sum": [
                     *                   {
                     *                     "sum": [
                     *                       "f8",
                     *                       "f9"
                     *                     ]
                     *                   },
                     *                   "f4"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "sum": [
                     *                   {
                     *                     "minus": [
                     *                       {
                     *                         "minus": [
                     *                           "f3",
                     *                           {
                     *                             "sum": [
                     *                               "f4",
                     *                               "f5"
                     *                             ]
                     *                           }
                     *                         ]
                     *                       },
                     *                       {
                     *                         "sum": [
                     *                           "f7",
                     *                           "f6"
                     *                         ]
                     *                       }
                     *                     ]
                     *                   },
                     *                   "f4"
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "receivables_residual"
                     *               ]
                     *             },
                     *             "interest_income": {
                     *               "low": 0,
                     *               "high": 11583600000,
                     *               "unit": "USD",
                     *               "basis": "bounded",
                     *               "low_from": 0,
                     *               "high_from": {
                     *                 "times": [
                     *                   0.08,
                     *                   {
                     *                     "max": [
                     *                       {
                     *                         "sum": [
                     *                           {
                     *                             "sum": [
                     *                               "f4",
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "minus": [
                     *                                       "f3",
                     *                                       "f4"
                     *                                     ]
                     *                                   },
                     *                                   {
                     *                                     "sum": [
                     *                                       "f8",
                     *                                       "f9"
                     *                                     ]
                     *                                   }
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           },
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "max": [
                     *                                       "f1",
                     *                                       "f2"
                     *                                     ]
                     *                                   },
                     *                                   "f3"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f23",
                     *                                   "f22"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           }
                     *                         ]
                     *                       },
                     *                       {
                     *                         "sum": [
                     *                           {
                     *                             "sum": [
                     *                               "f28",
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "minus": [
                     *                                       "f27",
                     *                                       "f28"
                     *                                     ]
                     *                                   },
                     *                                   {
                     *                                     "sum": [
                     *                                       "f33",
                     *                                       "f32"
                     *                                     ]
                     *                                   }
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           },
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "max": [
                     *                                       "f25",
                     *                                       "f26"
                     *                                     ]
                     *                                   },
                     *                                   "f27"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f47",
                     *                                   "f46"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           }
                     *                         ]
                     *                       }
                     *                     ]
                     *                   }
                     *                 ]
                     *               },
                     *               "rules": [
                     *                 "interest_yield"
                     *               ]
                     *             },
                     *             "total_assets": {
                     *               "low": 379297000000,
                     *               "high": 379297000000,
                     *               "unit": "USD",
                     *               "basis": "reported",
                     *               "low_from": {
                     *                 "max": [
                     *                   "f1",
                     *                   "f2"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "max": [
                     *                   "f1",
                     *                   "f2"
                     *                 ]
                     *               },
                     *               "rules": []
                     *             },
                     *             "revenue": {
                     *               "low": 435617000000,
                     *               "high": 435617000000,
                     *               "unit": "USD",
                     *               "basis": "derived",
                     *               "low_from": {
                     *                 "minus": [
                     *                   {
                     *                     "sum": [
                     *                       "f48",
                     *                       "f49"
                     *                     ]
                     *                   },
                     *                   "f50"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "minus": [
                     *                   {
                     *                     "sum": [
                     *                       "f48",
                     *                       "f49"
                     *                     ]
                     *                   },
                     *                   "f50"
                     *                 ]
                     *               },
                     *               "rules": []
                     *             },
                     *             "market_cap": {
                     *               "low": 3813817838480,
                     *               "high": 3813817838480,
                     *               "unit": "USD",
                     *               "basis": "reported",
                     *               "low_from": "m1",
                     *               "high_from": "m1",
                     *               "rules": []
                     *             }
                     *           },
                     *           "evidence": [
                     *             {
                     *               "id": "f13",
                     *               "concept": "debt",
                     *               "xbrl_tag": "us-gaap:CommercialPaper",
                     *               "value": 1997000000,
                     *               "unit": "USD",
                     *               "form": "10-Q",
                     *               "period_start": null,
                     *               "period_end": "2025-12-27",
                     *               "filed": "2026-01-30",
                     *               "accession": "0000320193-26-000006",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *               "superseded": []
                     *             },
                     *             {
                     *               "id": "f14",
                     *               "concept": "debt",
                     *               "xbrl_tag": "us-gaap:LongTermDebtCurrent",
                     *               "value": 11827000000,
                     *               "unit": "USD",
                     *               "form": "10-Q",
                     *               "period_start": null,
                     *               "period_end": "2025-12-27",
                     *               "filed": "2026-01-30",
                     *               "accession": "0000320193-26-000006",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *               "superseded": []
                     *             }
                     *           ],
                     *           "market_data": {
                     *             "id": "m1",
                     *             "figure": "market_cap",
                     *             "value": 3813817838480,
                     *             "close": 259.48,
                     *             "currency": "USD",
                     *             "date": "2026-01-30",
                     *             "source": "US exchange screener month-end file",
                     *             "reason": null,
                     *             "trailing_averages": [
                     *               {
                     *                 "methodology": "djim",
                     *                 "months": 24,
                     *                 "months_present": 24,
                     *                 "average_market_cap": 3398392377920,
                     *                 "status": "pass"
                     *               },
                     *               {
                     *                 "methodology": "sp",
                     *                 "months": 36,
                     *                 "months_present": 36,
                     *                 "average_market_cap": 3228202004951,
                     *                 "status": "pass"
                     *               }
                     *             ]
                     *           },
                     *           "anchor": {
                     *             "form": "10-Q",
                     *             "period_end": "2025-12-27",
                     *             "filed": "2026-01-30",
                     *             "accession": "0000320193-26-000006",
                     *             "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm"
                     *           },
                     *           "missing": [],
                     *           "approximations": [
                     *             {
                     *               "id": "point_in_time_market_cap",
                     *               "message": "DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation. The ratios here use market capitalisation at one point in time."
                     *             },
                     *             {
                     *               "id": "interest_income_is_the_proxy",
                     *               "message": "Interest income is the proxy for prohibited income: revenue by segment is not analysed."
                     *             }
                     *           ],
                     *           "data_source": "snapshot",
                     *           "facts_through": "2026-01-30"
                     *         }
                     *       },
                     *       "jsonrpc": "2.0",
                     *       "id": 1
                     *     }
                     */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32700,
                     *         "message": "The body is not valid JSON."
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "detail": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *       "code": "malformed_ticker",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "data": {
                     *           "code": "invalid_api_key",
                     *           "request_id": "5f1d0c2a9b7e4d36"
                     *         }
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "Pages of this origin may not call this service. Its operator can allow the origin in MCP_ALLOWED_ORIGINS.",
                     *         "data": {
                     *           "code": "origin_not_allowed",
                     *           "request_id": "5f1d0c2a9b7e4d36"
                     *         }
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "The demo tier does not include batch. Get a free key with POST /api/keys and send it as x-api-key.",
                     *       "code": "key_required",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "detail": "NOSUCH is not in the SEC’s list of tickers.",
                     *       "code": "ticker_not_found",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "The body is larger than this operation accepts.",
                     *         "data": {
                     *           "code": "payload_too_large",
                     *           "request_id": "5f1d0c2a9b7e4d36"
                     *         }
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "Send the body as application/json, and name that type in content-type.",
                     *         "data": {
                     *           "code": "unsupported_media_type",
                     *           "request_id": "5f1d0c2a9b7e4d36"
                     *         }
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *         "data": {
                     *           "code": "rate_limit_exceeded",
                     *           "request_id": "5f1d0c2a9b7e4d36",
                     *           "retry_after_s": 60
                     *         }
                     *       },
                     *       "id": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "ranking": "leaders",
                     *         "as_of": "2026-02-25",
                     *         "rules": "current",
                     *         "engine_version": "1.1ec8874a8616",
                     *         "data_source": "snapshot",
                     *         "screened": 42,
                     *         "ranked": 5,
                     *         "left_out": {
                     *           "not_screenable": 35,
                     *           "questionable": 1,
                     *           "another_ticker": 1
                     *         },
                     *         "started_at": "2026-08-21T20:00:00.000Z",
                     *         "finished_at": "2026-08-21T20:00:02.000Z",
                     *         "duration_ms": 2000
                     *       }
                     *     }
                     */
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
                    /**
                     * @description How to prove who is calling
                     * @example ApiKey realm="sanad"
                     */
                    "www-authenticate"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_admin_token",
                     *         "message": "Send this service’s ADMIN_TOKEN as `Authorization: Bearer <token>`.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "Send this service’s ADMIN_TOKEN as `Authorization: Bearer <token>`.",
                     *       "code": "invalid_admin_token",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "admin_token_not_set",
                     *         "message": "This service has no admin token: set ADMIN_TOKEN to at least 16 characters and restart it.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "This service has no admin token: set ADMIN_TOKEN to at least 16 characters and restart it.",
                     *       "code": "admin_token_not_set",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "ranking_running",
                     *         "message": "A run that started at 2026-08-21T20:00:00.000Z is in progress. Its ranking will be available when it ends; try again after that.",
                     *         "request_id": "5f1d0c2a9b7e4d36",
                     *         "detail": {
                     *           "started_at": "2026-08-21T20:00:00.000Z"
                     *         }
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "detail": "A run that started at 2026-08-21T20:00:00.000Z is in progress. Its ranking will be available when it ends; try again after that.",
                     *       "code": "ranking_running",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "context": {
                     *         "started_at": "2026-08-21T20:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many invalid keys from this address. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "Too many invalid keys from this address. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "facts_unavailable",
                     *         "message": "The SEC’s facts are unavailable: There was no answer.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "ranking": "value",
                     *         "as_of": "2026-02-25",
                     *         "rules": "current",
                     *         "engine_version": "1.1ec8874a8616",
                     *         "data_source": "snapshot",
                     *         "screened": 42,
                     *         "ranked": 5,
                     *         "left_out": {
                     *           "not_screenable": 35,
                     *           "questionable": 1,
                     *           "another_ticker": 1
                     *         },
                     *         "started_at": "2026-08-21T20:00:00.000Z",
                     *         "finished_at": "2026-08-21T20:00:02.000Z",
                     *         "duration_ms": 2000
                     *       }
                     *     }
                     */
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
                    /**
                     * @description How to prove who is calling
                     * @example ApiKey realm="sanad"
                     */
                    "www-authenticate"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_admin_token",
                     *         "message": "Send this service’s ADMIN_TOKEN as `Authorization: Bearer <token>`.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "Send this service’s ADMIN_TOKEN as `Authorization: Bearer <token>`.",
                     *       "code": "invalid_admin_token",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "admin_token_not_set",
                     *         "message": "This service has no admin token: set ADMIN_TOKEN to at least 16 characters and restart it.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "This service has no admin token: set ADMIN_TOKEN to at least 16 characters and restart it.",
                     *       "code": "admin_token_not_set",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "ranking_running",
                     *         "message": "A run that started at 2026-08-21T20:00:00.000Z is in progress. Its ranking will be available when it ends; try again after that.",
                     *         "request_id": "5f1d0c2a9b7e4d36",
                     *         "detail": {
                     *           "started_at": "2026-08-21T20:00:00.000Z"
                     *         }
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "detail": "A run that started at 2026-08-21T20:00:00.000Z is in progress. Its ranking will be available when it ends; try again after that.",
                     *       "code": "ranking_running",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "context": {
                     *         "started_at": "2026-08-21T20:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many invalid keys from this address. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "Too many invalid keys from this address. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "facts_unavailable",
                     *         "message": "The SEC’s facts are unavailable: There was no answer.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "symbols": [
                 *         "AAPL",
                 *         "MSFT"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "symbol": "AAPL",
                     *             "name": "Apple Inc.",
                     *             "cik": "0000320193",
                     *             "as_of": "2026-02-25",
                     *             "rules": "current",
                     *             "engine_version": "1.1ec8874a8616",
                     *             "compliance": "compliant",
                     *             "score": 77.9,
                     *             "components": {
                     *               "business_activity": {
                     *                 "score": 20,
                     *                 "max": 20
                     *               },
                     *               "debt": {
                     *                 "score": 16.1,
                     *                 "max": 25
                     *               },
                     *               "cash_and_interest_bearing": {
                     *                 "score": 11,
                     *                 "max": 15
                     *               },
                     *               "receivables": {
                     *                 "score": 7,
                     *                 "max": 10
                     *               },
                     *               "prohibited_income": {
                     *                 "score": 14.7,
                     *                 "max": 20
                     *               },
                     *               "data_quality": {
                     *                 "score": 9.1,
                     *                 "max": 10
                     *               }
                     *             },
                     *             "ratios": {
                     *               "debt_to_market_cap": 0.02373186235766112,
                     *               "deposits_to_market_cap": 0.03796589300597224,
                     *               "prohibited_income_to_revenue": 0.02659124873455352,
                     *               "debt_to_total_assets": 0.23862303155574655,
                     *               "cash_and_current_securities_to_total_assets": 0.1763973877990071,
                     *               "receivables_and_cash_to_total_assets": 0.3048719077662096
                     *             },
                     *             "business_activity": {
                     *               "status": "pass",
                     *               "sic": "3571",
                     *               "sic_description": "Electronic Computers",
                     *               "source": "SIC code from the SEC (submissions)",
                     *               "confidence": "medium",
                     *               "findings": []
                     *             },
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "name": "AAOIFI SS 21",
                     *                 "edition": "Shari’ah Standard 21, clause 3/4",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.02373186235766112,
                     *                     "threshold": 0.3,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.02373186235766112,
                     *                     "high": 0.02373186235766112,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.03796589300597224,
                     *                     "threshold": 0.3,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.03796589300597224,
                     *                     "high": 0.03796589300597224,
                     *                     "basis": "derived",
                     *                     "numerator": "cash_and_all_securities",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/3: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   }
                     *                 ]
                     *               },
                     *               {
                     *                 "id": "djim",
                     *                 "name": "DJIM",
                     *                 "edition": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.02373186235766112,
                     *                     "threshold": 0.33,
                     *                     "comparison": "<",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.02373186235766112,
                     *                     "high": 0.02373186235766112,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A: less than 33 %",
                     *                     "confidence": "medium"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "purification": {
                     *               "pct_of_dividends_and_gains": 2.659124873455352,
                     *               "low_pct": 0,
                     *               "high_pct": 2.659124873455352,
                     *               "basis": "bounded",
                     *               "amount_per_share": 0.7890122974101467,
                     *               "shares": 14681140000,
                     *               "shares_evidence": "f24",
                     *               "currency": "USD",
                     *               "note": "Interest income over total revenue for the twelve months to the anchor. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
                     *             },
                     *             "amounts": {
                     *               "debt": {
                     *                 "low": 90509000000,
                     *                 "high": 90509000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     {
                     *                       "sum": [
                     *                         "f13",
                     *                         "f14"
                     *                       ]
                     *                     },
                     *                     "f18"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         "f12",
                     *                         {
                     *                           "sum": [
                     *                             "f15",
                     *                             "f16"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "min": [
                     *                                 "f10",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f1",
                     *                                         "f2"
                     *                                       ]
                     *                                     },
                     *                                     "f11"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             "f12"
                     *                           ]
                     *                         },
                     *                         "f19"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "debt_by_legs"
                     *                 ]
                     *               },
                     *               "cash": {
                     *                 "low": 45317000000,
                     *                 "high": 45317000000,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "f4",
                     *                 "high_from": "f4",
                     *                 "rules": []
                     *               },
                     *               "cash_and_current_securities": {
                     *                 "low": 66907000000,
                     *                 "high": 66907000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f4",
                     *                     "f5"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     "f4",
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             "f3",
                     *                             "f4"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f8",
                     *                             "f9"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "current_securities_residual"
                     *                 ]
                     *               },
                     *               "cash_and_all_securities": {
                     *                 "low": 144795000000,
                     *                 "high": 144795000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     {
                     *                       "sum": [
                     *                         "f4",
                     *                         "f5"
                     *                       ]
                     *                     },
                     *                     "f21"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "sum": [
                     *                         "f4",
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "minus": [
                     *                                 "f3",
                     *                                 "f4"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f8",
                     *                                 "f9"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "max": [
                     *                                 "f1",
                     *                                 "f2"
                     *                               ]
                     *                             },
                     *                             "f3"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f23",
                     *                             "f22"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "current_securities_residual",
                     *                   "noncurrent_securities_residual"
                     *                 ]
                     *               },
                     *               "receivables": {
                     *                 "low": 70320000000,
                     *                 "high": 70320000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f8",
                     *                     "f9"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         "f3",
                     *                         {
                     *                           "sum": [
                     *                             "f4",
                     *                             "f5"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         "f7",
                     *                         "f6"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "receivables_residual"
                     *                 ]
                     *               },
                     *               "receivables_and_cash": {
                     *                 "low": 115637000000,
                     *                 "high": 115637000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     {
                     *                       "sum": [
                     *                         "f8",
                     *                         "f9"
                     *                       ]
                     *                     },
                     *                     "f4"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             "f3",
                     *                             {
                     *                               "sum": [
                     *                                 "f4",
                     *                                 "f5"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f7",
                     *                             "f6"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     "f4"
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "receivables_residual"
                     *                 ]
                     *               },
                     *               "interest_income": {
                     *                 "low": 0,
                     *                 "high": 11583600000,
                     *                 "unit": "USD",
                     *                 "basis": "bounded",
                     *                 "low_from": 0,
                     *                 "high_from": {
                     *                   "times": [
                     *                     0.08,
                     *                     {
                     *                       "max": [
                     *                         {
                     *                           "sum": [
                     *                             {
                     *                               "sum": [
                     *                                 "f4",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         "f3",
                     *                                         "f4"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f8",
                     *                                         "f9"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f1",
                     *                                         "f2"
                     *                                       ]
                     *                                     },
                     *                                     "f3"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f23",
                     *                                     "f22"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             {
                     *                               "sum": [
                     *                                 "f28",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         "f27",
                     *                                         "f28"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f33",
                     *                                         "f32"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f25",
                     *                                         "f26"
                     *                                       ]
                     *                                     },
                     *                                     "f27"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f47",
                     *                                     "f46"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "interest_yield"
                     *                 ]
                     *               },
                     *               "total_assets": {
                     *                 "low": 379297000000,
                     *                 "high": 379297000000,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": {
                     *                   "max": [
                     *                     "f1",
                     *                     "f2"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "max": [
                     *                     "f1",
                     *                     "f2"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "revenue": {
                     *                 "low": 435617000000,
                     *                 "high": 435617000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f48",
                     *                         "f49"
                     *                       ]
                     *                     },
                     *                     "f50"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f48",
                     *                         "f49"
                     *                       ]
                     *                     },
                     *                     "f50"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "market_cap": {
                     *                 "low": 3813817838480,
                     *                 "high": 3813817838480,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "m1",
                     *                 "high_from": "m1",
                     *                 "rules": []
                     *               }
                     *             },
                     *             "evidence": [
                     *               {
                     *                 "id": "f13",
                     *                 "concept": "debt",
                     *                 "xbrl_tag": "us-gaap:CommercialPaper",
                     *                 "value": 1997000000,
                     *                 "unit": "USD",
                     *                 "form": "10-Q",
                     *                 "period_start": null,
                     *                 "period_end": "2025-12-27",
                     *                 "filed": "2026-01-30",
                     *                 "accession": "0000320193-26-000006",
                     *                 "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *                 "superseded": []
                     *               },
                     *               {
                     *                 "id": "f14",
                     *                 "concept": "debt",
                     *                 "xbrl_tag": "us-gaap:LongTermDebtCurrent",
                     *                 "value": 11827000000,
                     *                 "unit": "USD",
                     *                 "form": "10-Q",
                     *                 "period_start": null,
                     *                 "period_end": "2025-12-27",
                     *                 "filed": "2026-01-30",
                     *                 "accession": "0000320193-26-000006",
                     *                 "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *                 "superseded": []
                     *               }
                     *             ],
                     *             "market_data": {
                     *               "id": "m1",
                     *               "figure": "market_cap",
                     *               "value": 3813817838480,
                     *               "close": 259.48,
                     *               "currency": "USD",
                     *               "date": "2026-01-30",
                     *               "source": "US exchange screener month-end file",
                     *               "reason": null,
                     *               "trailing_averages": [
                     *                 {
                     *                   "methodology": "djim",
                     *                   "months": 24,
                     *                   "months_present": 24,
                     *                   "average_market_cap": 3398392377920,
                     *                   "status": "pass"
                     *                 },
                     *                 {
                     *                   "methodology": "sp",
                     *                   "months": 36,
                     *                   "months_present": 36,
                     *                   "average_market_cap": 3228202004951,
                     *                   "status": "pass"
                     *                 }
                     *               ]
                     *             },
                     *             "anchor": {
                     *               "form": "10-Q",
                     *               "period_end": "2025-12-27",
                     *               "filed": "2026-01-30",
                     *               "accession": "0000320193-26-000006",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm"
                     *             },
                     *             "missing": [],
                     *             "approximations": [
                     *               {
                     *                 "id": "point_in_time_market_cap",
                     *                 "message": "DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation. The ratios here use market capitalisation at one point in time."
                     *               },
                     *               {
                     *                 "id": "interest_income_is_the_proxy",
                     *                 "message": "Interest income is the proxy for prohibited income: revenue by segment is not analysed."
                     *               }
                     *             ],
                     *             "data_source": "snapshot",
                     *             "facts_through": "2026-01-30"
                     *           },
                     *           {
                     *             "symbol": "MSFT",
                     *             "name": "MICROSOFT CORP",
                     *             "cik": "0000789019",
                     *             "as_of": "2026-02-25",
                     *             "rules": "current",
                     *             "engine_version": "1.1ec8874a8616",
                     *             "compliance": "compliant",
                     *             "score": 85.2,
                     *             "components": {
                     *               "business_activity": {
                     *                 "score": 20,
                     *                 "max": 20
                     *               },
                     *               "debt": {
                     *                 "score": 22.7,
                     *                 "max": 25
                     *               },
                     *               "cash_and_interest_bearing": {
                     *                 "score": 12,
                     *                 "max": 15
                     *               },
                     *               "receivables": {
                     *                 "score": 8.8,
                     *                 "max": 10
                     *               },
                     *               "prohibited_income": {
                     *                 "score": 12.9,
                     *                 "max": 20
                     *               },
                     *               "data_quality": {
                     *                 "score": 8.8,
                     *                 "max": 10
                     *               }
                     *             },
                     *             "ratios": {
                     *               "debt_to_market_cap": 0.012600878956089976,
                     *               "deposits_to_market_cap": 0.04249127050895305,
                     *               "prohibited_income_to_revenue": 0.03555820371710214,
                     *               "debt_to_total_assets": 0.060516878049367055,
                     *               "cash_and_current_securities_to_total_assets": 0.1344682565210987,
                     *               "receivables_and_cash_to_total_assets": 0.12149520067578333
                     *             },
                     *             "business_activity": {
                     *               "status": "pass",
                     *               "sic": "7372",
                     *               "sic_description": "Services-Prepackaged Software",
                     *               "source": "SIC code from the SEC (submissions)",
                     *               "confidence": "medium",
                     *               "findings": []
                     *             },
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "name": "AAOIFI SS 21",
                     *                 "edition": "Shari’ah Standard 21, clause 3/4",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.012600878956089976,
                     *                     "threshold": 0.3,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.012600878956089976,
                     *                     "high": 0.012600878956089976,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.04249127050895305,
                     *                     "threshold": 0.3,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.027999101713022737,
                     *                     "high": 0.04249127050895305,
                     *                     "basis": "bounded",
                     *                     "numerator": "cash_and_all_securities",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/3: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   }
                     *                 ]
                     *               },
                     *               {
                     *                 "id": "djim",
                     *                 "name": "DJIM",
                     *                 "edition": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.012600878956089976,
                     *                     "threshold": 0.33,
                     *                     "comparison": "<",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.012600878956089976,
                     *                     "high": 0.012600878956089976,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A: less than 33 %",
                     *                     "confidence": "medium"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "purification": {
                     *               "pct_of_dividends_and_gains": 3.555820371710214,
                     *               "low_pct": 0,
                     *               "high_pct": 3.555820371710214,
                     *               "basis": "bounded",
                     *               "amount_per_share": 1.4626855029837744,
                     *               "shares": 7425629076,
                     *               "shares_evidence": "f32",
                     *               "currency": "USD",
                     *               "note": "Interest income over total revenue for the twelve months to the anchor. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
                     *             },
                     *             "amounts": {
                     *               "debt": {
                     *                 "low": 40262000000,
                     *                 "high": 40262000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f12",
                     *                     "f19"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         "f11",
                     *                         {
                     *                           "sum": [
                     *                             "f15",
                     *                             "f13"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "min": [
                     *                                 "f9",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f1",
                     *                                         "f2"
                     *                                       ]
                     *                                     },
                     *                                     "f10"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             "f11"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f20",
                     *                             "f23"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "debt_by_legs"
                     *                 ]
                     *               },
                     *               "cash": {
                     *                 "low": 24296000000,
                     *                 "high": 24296000000,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "f4",
                     *                 "high_from": "f4",
                     *                 "rules": []
                     *               },
                     *               "cash_and_current_securities": {
                     *                 "low": 89462000000,
                     *                 "high": 89462000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f4",
                     *                     "f5"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     "f4",
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             "f3",
                     *                             "f4"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f8",
                     *                             "f7"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "current_securities_residual"
                     *                 ]
                     *               },
                     *               "cash_and_all_securities": {
                     *                 "low": 89462000000,
                     *                 "high": 135767000000,
                     *                 "unit": "USD",
                     *                 "basis": "bounded",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f4",
                     *                     "f5"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "sum": [
                     *                         "f4",
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "minus": [
                     *                                 "f3",
                     *                                 "f4"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f8",
                     *                                 "f7"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "max": [
                     *                                 "f1",
                     *                                 "f2"
                     *                               ]
                     *                             },
                     *                             "f3"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f26",
                     *                             {
                     *                               "sum": [
                     *                                 "f30",
                     *                                 "f27"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "current_securities_residual",
                     *                   "noncurrent_securities_residual"
                     *                 ]
                     *               },
                     *               "receivables": {
                     *                 "low": 56535000000,
                     *                 "high": 56535000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": "f8",
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         "f3",
                     *                         {
                     *                           "sum": [
                     *                             "f4",
                     *                             "f5"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         "f7",
                     *                         "f6"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "receivables_residual"
                     *                 ]
                     *               },
                     *               "receivables_and_cash": {
                     *                 "low": 80831000000,
                     *                 "high": 80831000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f8",
                     *                     "f4"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             "f3",
                     *                             {
                     *                               "sum": [
                     *                                 "f4",
                     *                                 "f5"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f7",
                     *                             "f6"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     "f4"
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "receivables_residual"
                     *                 ]
                     *               },
                     *               "interest_income": {
                     *                 "low": 0,
                     *                 "high": 10861360000,
                     *                 "unit": "USD",
                     *                 "basis": "bounded",
                     *                 "low_from": 0,
                     *                 "high_from": {
                     *                   "times": [
                     *                     0.08,
                     *                     {
                     *                       "max": [
                     *                         {
                     *                           "sum": [
                     *                             {
                     *                               "sum": [
                     *                                 "f4",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         "f3",
                     *                                         "f4"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f8",
                     *                                         "f7"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f1",
                     *                                         "f2"
                     *                                       ]
                     *                                     },
                     *                                     "f3"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f26",
                     *                                     {
                     *                                       "sum": [
                     *                                         "f30",
                     *                                         "f27"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             {
                     *                               "sum": [
                     *                                 "f36",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         "f35",
                     *                                         "f36"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f40",
                     *                                         "f39"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "max": [
                     *                                         "f33",
                     *                                         "f34"
                     *                                       ]
                     *                                     },
                     *                                     "f35"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f58",
                     *                                     {
                     *                                       "sum": [
                     *                                         "f62",
                     *                                         "f59"
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "rules": [
                     *                   "interest_yield"
                     *                 ]
                     *               },
                     *               "total_assets": {
                     *                 "low": 665302000000,
                     *                 "high": 665302000000,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": {
                     *                   "max": [
                     *                     "f1",
                     *                     "f2"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "max": [
                     *                     "f1",
                     *                     "f2"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "revenue": {
                     *                 "low": 305453000000,
                     *                 "high": 305453000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f69",
                     *                         "f70"
                     *                       ]
                     *                     },
                     *                     "f71"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f69",
                     *                         "f70"
                     *                       ]
                     *                     },
                     *                     "f71"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "market_cap": {
                     *                 "low": 3195173935112,
                     *                 "high": 3195173935112,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "m1",
                     *                 "high_from": "m1",
                     *                 "rules": []
                     *               }
                     *             },
                     *             "evidence": [
                     *               {
                     *                 "id": "f12",
                     *                 "concept": "debt",
                     *                 "xbrl_tag": "us-gaap:LongTermDebtCurrent",
                     *                 "value": 4837000000,
                     *                 "unit": "USD",
                     *                 "form": "10-Q",
                     *                 "period_start": null,
                     *                 "period_end": "2025-12-31",
                     *                 "filed": "2026-01-28",
                     *                 "accession": "0001193125-26-027207",
                     *                 "source_url": "https://www.sec.gov/Archives/edgar/data/789019/000119312526027207/0001193125-26-027207-index.htm",
                     *                 "superseded": []
                     *               },
                     *               {
                     *                 "id": "f19",
                     *                 "concept": "debt",
                     *                 "xbrl_tag": "us-gaap:LongTermDebtNoncurrent",
                     *                 "value": 35425000000,
                     *                 "unit": "USD",
                     *                 "form": "10-Q",
                     *                 "period_start": null,
                     *                 "period_end": "2025-12-31",
                     *                 "filed": "2026-01-28",
                     *                 "accession": "0001193125-26-027207",
                     *                 "source_url": "https://www.sec.gov/Archives/edgar/data/789019/000119312526027207/0001193125-26-027207-index.htm",
                     *                 "superseded": []
                     *               }
                     *             ],
                     *             "market_data": {
                     *               "id": "m1",
                     *               "figure": "market_cap",
                     *               "value": 3195173935112,
                     *               "close": 430.29,
                     *               "currency": "USD",
                     *               "date": "2026-01-30",
                     *               "source": "US exchange screener month-end file",
                     *               "reason": null,
                     *               "trailing_averages": [
                     *                 {
                     *                   "methodology": "djim",
                     *                   "months": 24,
                     *                   "months_present": 24,
                     *                   "average_market_cap": 3292603611772,
                     *                   "status": "pass"
                     *                 },
                     *                 {
                     *                   "methodology": "sp",
                     *                   "months": 36,
                     *                   "months_present": 36,
                     *                   "average_market_cap": 3017760509291,
                     *                   "status": "pass"
                     *                 }
                     *               ]
                     *             },
                     *             "anchor": {
                     *               "form": "10-Q",
                     *               "period_end": "2025-12-31",
                     *               "filed": "2026-01-28",
                     *               "accession": "0001193125-26-027207",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/789019/000119312526027207/0001193125-26-027207-index.htm"
                     *             },
                     *             "missing": [],
                     *             "approximations": [
                     *               {
                     *                 "id": "point_in_time_market_cap",
                     *                 "message": "DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation. The ratios here use market capitalisation at one point in time."
                     *               },
                     *               {
                     *                 "id": "interest_income_is_the_proxy",
                     *                 "message": "Interest income is the proxy for prohibited income: revenue by segment is not analysed."
                     *               }
                     *             ],
                     *             "data_source": "snapshot",
                     *             "facts_through": "2026-01-28"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "key_required",
                     *         "message": "The demo tier does not include batch. Get a free key with POST /api/keys and send it as x-api-key.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "The demo tier does not include batch. Get a free key with POST /api/keys and send it as x-api-key.",
                     *       "code": "key_required",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "symbols"
                     *           ],
                     *           "msg": "must have at least 1 item",
                     *           "type": "too_short"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "symbols"
                     *           ],
                     *           "msg": "must have at least 1 item",
                     *           "type": "too_short"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @description Printable ASCII. Kept as long as the job
                 * @example monday
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbols": [
                 *         "AAPL",
                 *         "MSFT"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "job_id": "blk_1f2e3d4c5b6a79880a1b2c3d",
                     *         "status": "pending",
                     *         "total": 2,
                     *         "done": 0,
                     *         "poll": "/v1/bulk/blk_1f2e3d4c5b6a79880a1b2c3d"
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "key_required",
                     *         "message": "The demo tier does not include bulk. Get a free key with POST /api/keys and send it as x-api-key.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "The demo tier does not include bulk. Get a free key with POST /api/keys and send it as x-api-key.",
                     *       "code": "key_required",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "idempotency_key_reused",
                     *         "message": "This Idempotency-Key was used for a job with other symbols. Use a new key for a new job.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "detail": "This Idempotency-Key was used for a job with other symbols. Use a new key for a new job.",
                     *       "code": "idempotency_key_reused",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "symbols"
                     *           ],
                     *           "msg": "must have at least 1 item",
                     *           "type": "too_short"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "body",
                     *             "symbols"
                     *           ],
                     *           "msg": "must have at least 1 item",
                     *           "type": "too_short"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @description blk_ and 24 hex digits
                 * @example blk_1f2e3d4c5b6a79880a1b2c3d
                 */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Sent back in If-None-Match, it gives 304 while the answer is the same
                     * @example "5f1d0c2a9b7e4d36"
                     */
                    etag?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "job_id": "blk_1f2e3d4c5b6a79880a1b2c3d",
                     *         "status": "complete",
                     *         "total": 2,
                     *         "done": 2,
                     *         "poll": "/v1/bulk/blk_1f2e3d4c5b6a79880a1b2c3d",
                     *         "results": [
                     *           {
                     *             "symbol": "AAPL",
                     *             "compliance": "compliant",
                     *             "score": 77.9,
                     *             "purification_pct": 2.659124873455352
                     *           },
                     *           {
                     *             "symbol": "MSFT",
                     *             "compliance": "compliant",
                     *             "score": 85.2,
                     *             "purification_pct": 3.555820371710214
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "key_required",
                     *         "message": "The demo tier does not include bulk. Get a free key with POST /api/keys and send it as x-api-key.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "detail": "The demo tier does not include bulk. Get a free key with POST /api/keys and send it as x-api-key.",
                     *       "code": "key_required",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "job_not_found",
                     *         "message": "Your key has no job with this id. A job is visible only to the key that submitted it, and is removed after a while.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "detail": "Your key has no job with this id. A job is visible only to the key that submitted it, and is removed after a while.",
                     *       "code": "job_not_found",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @description Default 100
                 * @example 2
                 */
                limit?: number;
                /** @description Rule set: current (default) or classic */
                rules?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A US ticker: AAPL, BRK.B
                 * @example AAPL
                 */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Sent back in If-None-Match, it gives 304 while the answer is the same
                     * @example "5f1d0c2a9b7e4d36"
                     */
                    etag?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "symbol": "AAPL",
                     *         "rules": "current",
                     *         "snapshots": [
                     *           {
                     *             "as_of": "2026-01-30",
                     *             "rules": "current",
                     *             "engine_version": "1.1ec8874a8616",
                     *             "compliance": "compliant",
                     *             "score": 77.9,
                     *             "business_activity": "pass",
                     *             "purification_pct": 2.659124873455352,
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.02373186235766112,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.03796589300597224,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   }
                     *                 ]
                     *               },
                     *               {
                     *                 "id": "djim",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.02373186235766112,
                     *                     "threshold": 0.33,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "anchor": {
                     *               "form": "10-Q",
                     *               "period_end": "2025-12-27",
                     *               "filed": "2026-01-30",
                     *               "accession": "0000320193-26-000006",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm"
                     *             },
                     *             "missing": [],
                     *             "origin": "backfill",
                     *             "changes": {
                     *               "since": "2025-10-31",
                     *               "verdict": null,
                     *               "score": {
                     *                 "from": 76.3,
                     *                 "to": 77.9
                     *               },
                     *               "checks": [],
                     *               "report": {
                     *                 "from": "0000320193-25-000079",
                     *                 "to": "0000320193-26-000006"
                     *               },
                     *               "engine_changed": false
                     *             }
                     *           },
                     *           {
                     *             "as_of": "2025-10-31",
                     *             "rules": "current",
                     *             "engine_version": "1.1ec8874a8616",
                     *             "compliance": "compliant",
                     *             "score": 76.3,
                     *             "business_activity": "pass",
                     *             "purification_pct": 3.0113345556166964,
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.024494735128589896,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.03287747271585264,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   }
                     *                 ]
                     *               },
                     *               {
                     *                 "id": "djim",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.024494735128589896,
                     *                     "threshold": 0.33,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "anchor": {
                     *               "form": "10-K",
                     *               "period_end": "2025-09-27",
                     *               "filed": "2025-10-31",
                     *               "accession": "0000320193-25-000079",
                     *               "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/0000320193-25-000079-index.htm"
                     *             },
                     *             "missing": [],
                     *             "origin": "backfill",
                     *             "changes": {
                     *               "since": "2025-08-01",
                     *               "verdict": null,
                     *               "score": {
                     *                 "from": 75.2,
                     *                 "to": 76.3
                     *               },
                     *               "checks": [],
                     *               "report": {
                     *                 "from": "0000320193-25-000073",
                     *                 "to": "0000320193-25-000079"
                     *               },
                     *               "engine_changed": false
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "malformed_ticker",
                     *         "message": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "detail": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *       "code": "malformed_ticker",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "ticker_not_found",
                     *         "message": "NOSUCH is not in the SEC’s list of tickers.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "detail": "NOSUCH is not in the SEC’s list of tickers.",
                     *       "code": "ticker_not_found",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "must be at least 1",
                     *           "type": "greater_than_equal",
                     *           "input": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "must be at least 1",
                     *           "type": "greater_than_equal",
                     *           "input": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
                /**
                 * @description Rule set: current (default) or classic
                 * @example newest
                 */
                rules?: string;
            };
            header?: never;
            path: {
                /**
                 * @description A US ticker: AAPL, BRK.B
                 * @example AAPL
                 */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    /**
                     * @description Who may keep the answer, and whether it must ask again
                     * @example private, no-cache
                     */
                    "cache-control"?: string;
                    /**
                     * @description Sent back in If-None-Match, it gives 304 while the answer is the same
                     * @example "5f1d0c2a9b7e4d36"
                     */
                    etag?: string;
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "data": {
                     *         "symbol": "AAPL",
                     *         "name": "Apple Inc.",
                     *         "cik": "0000320193",
                     *         "as_of": "2026-02-25",
                     *         "rules": "current",
                     *         "engine_version": "1.1ec8874a8616",
                     *         "compliance": "compliant",
                     *         "score": 77.9,
                     *         "components": {
                     *           "business_activity": {
                     *             "score": 20,
                     *             "max": 20
                     *           },
                     *           "debt": {
                     *             "score": 16.1,
                     *             "max": 25
                     *           },
                     *           "cash_and_interest_bearing": {
                     *             "score": 11,
                     *             "max": 15
                     *           },
                     *           "receivables": {
                     *             "score": 7,
                     *             "max": 10
                     *           },
                     *           "prohibited_income": {
                     *             "score": 14.7,
                     *             "max": 20
                     *           },
                     *           "data_quality": {
                     *             "score": 9.1,
                     *             "max": 10
                     *           }
                     *         },
                     *         "ratios": {
                     *           "debt_to_market_cap": 0.02373186235766112,
                     *           "deposits_to_market_cap": 0.03796589300597224,
                     *           "prohibited_income_to_revenue": 0.02659124873455352,
                     *           "debt_to_total_assets": 0.23862303155574655,
                     *           "cash_and_current_securities_to_total_assets": 0.1763973877990071,
                     *           "receivables_and_cash_to_total_assets": 0.3048719077662096
                     *         },
                     *         "business_activity": {
                     *           "status": "pass",
                     *           "sic": "3571",
                     *           "sic_description": "Electronic Computers",
                     *           "source": "SIC code from the SEC (submissions)",
                     *           "confidence": "medium",
                     *           "findings": []
                     *         },
                     *         "methodologies": [
                     *           {
                     *             "id": "aaoifi",
                     *             "name": "AAOIFI SS 21",
                     *             "edition": "Shari’ah Standard 21, clause 3/4",
                     *             "passed": true,
                     *             "status": "pass",
                     *             "checks": [
                     *               {
                     *                 "ratio": "debt_to_market_cap",
                     *                 "value": 0.02373186235766112,
                     *                 "threshold": 0.3,
                     *                 "comparison": "<=",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.02373186235766112,
                     *                 "high": 0.02373186235766112,
                     *                 "basis": "derived",
                     *                 "numerator": "debt",
                     *                 "denominator": "market_cap",
                     *                 "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                 "confidence": "high"
                     *               },
                     *               {
                     *                 "ratio": "deposits_to_market_cap",
                     *                 "value": 0.03796589300597224,
                     *                 "threshold": 0.3,
                     *                 "comparison": "<=",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.03796589300597224,
                     *                 "high": 0.03796589300597224,
                     *                 "basis": "derived",
                     *                 "numerator": "cash_and_all_securities",
                     *                 "denominator": "market_cap",
                     *                 "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/3: does not exceed 30 %",
                     *                 "confidence": "high"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "id": "djim",
                     *             "name": "DJIM",
                     *             "edition": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A",
                     *             "passed": true,
                     *             "status": "pass",
                     *             "checks": [
                     *               {
                     *                 "ratio": "debt_to_market_cap",
                     *                 "value": 0.02373186235766112,
                     *                 "threshold": 0.33,
                     *                 "comparison": "<",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.02373186235766112,
                     *                 "high": 0.02373186235766112,
                     *                 "basis": "derived",
                     *                 "numerator": "debt",
                     *                 "denominator": "market_cap",
                     *                 "source": "Dow Jones Islamic Market Indices Methodology, February 2026, Appendix A: less than 33 %",
                     *                 "confidence": "medium"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "purification": {
                     *           "pct_of_dividends_and_gains": 2.659124873455352,
                     *           "low_pct": 0,
                     *           "high_pct": 2.659124873455352,
                     *           "basis": "bounded",
                     *           "amount_per_share": 0.7890122974101467,
                     *           "shares": 14681140000,
                     *           "shares_evidence": "f24",
                     *           "currency": "USD",
                     *           "note": "Interest income over total revenue for the twelve months to the anchor. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
                     *         },
                     *         "amounts": {
                     *           "debt": {
                     *             "low": 90509000000,
                     *             "high": 90509000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "sum": [
                     *                 {
                     *                   "sum": [
                     *                     "f13",
                     *                     "f14"
                     *                   ]
                     *                 },
                     *                 "f18"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "sum": [
                     *                 {
                     *                   "minus": [
                     *                     "f12",
                     *                     {
                     *                       "sum": [
                     *                         "f15",
                     *                         "f16"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "min": [
                     *                             "f10",
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "max": [
                     *                                     "f1",
                     *                                     "f2"
                     *                                   ]
                     *                                 },
                     *                                 "f11"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         "f12"
                     *                       ]
                     *                     },
                     *                     "f19"
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             "rules": [
                     *               "debt_by_legs"
                     *             ]
                     *           },
                     *           "cash": {
                     *             "low": 45317000000,
                     *             "high": 45317000000,
                     *             "unit": "USD",
                     *             "basis": "reported",
                     *             "low_from": "f4",
                     *             "high_from": "f4",
                     *             "rules": []
                     *           },
                     *           "cash_and_current_securities": {
                     *             "low": 66907000000,
                     *             "high": 66907000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "sum": [
                     *                 "f4",
                     *                 "f5"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "sum": [
                     *                 "f4",
                     *                 {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         "f3",
                     *                         "f4"
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         "f8",
                     *                         "f9"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             "rules": [
                     *               "current_securities_residual"
                     *             ]
                     *           },
                     *           "cash_and_all_securities": {
                     *             "low": 144795000000,
                     *             "high": 144795000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "sum": [
                     *                 {
                     *                   "sum": [
                     *                     "f4",
                     *                     "f5"
                     *                   ]
                     *                 },
                     *                 "f21"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "sum": [
                     *                 {
                     *                   "sum": [
                     *                     "f4",
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "minus": [
                     *                             "f3",
                     *                             "f4"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f8",
                     *                             "f9"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "max": [
                     *                             "f1",
                     *                             "f2"
                     *                           ]
                     *                         },
                     *                         "f3"
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         "f23",
                     *                         "f22"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             "rules": [
                     *               "current_securities_residual",
                     *               "noncurrent_securities_residual"
                     *             ]
                     *           },
                     *           "receivables": {
                     *             "low": 70320000000,
                     *             "high": 70320000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "sum": [
                     *                 "f8",
                     *                 "f9"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "minus": [
                     *                 {
                     *                   "minus": [
                     *                     "f3",
                     *                     {
                     *                       "sum": [
                     *                         "f4",
                     *                         "f5"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 {
                     *                   "sum": [
                     *                     "f7",
                     *                     "f6"
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             "rules": [
                     *               "receivables_residual"
                     *             ]
                     *           },
                     *           "receivables_and_cash": {
                     *             "low": 115637000000,
                     *             "high": 115637000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "sum": [
                     *                 {
                     *                   "sum": [
                     *                     "f8",
                     *                     "f9"
                     *                   ]
                     *                 },
                     *                 "f4"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "sum": [
                     *                 {
                     *                   "minus": [
                     *                     {
                     *                       "minus": [
                     *                         "f3",
                     *                         {
                     *                           "sum": [
                     *                             "f4",
                     *                             "f5"
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         "f7",
                     *                         "f6"
                     *                       ]
                     *                     }
                     *                   ]
                     *                 },
                     *                 "f4"
                     *               ]
                     *             },
                     *             "rules": [
                     *               "receivables_residual"
                     *             ]
                     *           },
                     *           "interest_income": {
                     *             "low": 0,
                     *             "high": 11583600000,
                     *             "unit": "USD",
                     *             "basis": "bounded",
                     *             "low_from": 0,
                     *             "high_from": {
                     *               "times": [
                     *                 0.08,
                     *                 {
                     *                   "max": [
                     *                     {
                     *                       "sum": [
                     *                         {
                     *                           "sum": [
                     *                             "f4",
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     "f3",
                     *                                     "f4"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f8",
                     *                                     "f9"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "max": [
                     *                                     "f1",
                     *                                     "f2"
                     *                                   ]
                     *                                 },
                     *                                 "f3"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f23",
                     *                                 "f22"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     },
                     *                     {
                     *                       "sum": [
                     *                         {
                     *                           "sum": [
                     *                             "f28",
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     "f27",
                     *                                     "f28"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f33",
                     *                                     "f32"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         {
                     *                           "minus": [
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "max": [
                     *                                     "f25",
                     *                                     "f26"
                     *                                   ]
                     *                                 },
                     *                                 "f27"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f47",
                     *                                 "f46"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             "rules": [
                     *               "interest_yield"
                     *             ]
                     *           },
                     *           "total_assets": {
                     *             "low": 379297000000,
                     *             "high": 379297000000,
                     *             "unit": "USD",
                     *             "basis": "reported",
                     *             "low_from": {
                     *               "max": [
                     *                 "f1",
                     *                 "f2"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "max": [
                     *                 "f1",
                     *                 "f2"
                     *               ]
                     *             },
                     *             "rules": []
                     *           },
                     *           "revenue": {
                     *             "low": 435617000000,
                     *             "high": 435617000000,
                     *             "unit": "USD",
                     *             "basis": "derived",
                     *             "low_from": {
                     *               "minus": [
                     *                 {
                     *                   "sum": [
                     *                     "f48",
                     *                     "f49"
                     *                   ]
                     *                 },
                     *                 "f50"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "minus": [
                     *                 {
                     *                   "sum": [
                     *                     "f48",
                     *                     "f49"
                     *                   ]
                     *                 },
                     *                 "f50"
                     *               ]
                     *             },
                     *             "rules": []
                     *           },
                     *           "market_cap": {
                     *             "low": 3813817838480,
                     *             "high": 3813817838480,
                     *             "unit": "USD",
                     *             "basis": "reported",
                     *             "low_from": "m1",
                     *             "high_from": "m1",
                     *             "rules": []
                     *           }
                     *         },
                     *         "evidence": [
                     *           {
                     *             "id": "f13",
                     *             "concept": "debt",
                     *             "xbrl_tag": "us-gaap:CommercialPaper",
                     *             "value": 1997000000,
                     *             "unit": "USD",
                     *             "form": "10-Q",
                     *             "period_start": null,
                     *             "period_end": "2025-12-27",
                     *             "filed": "2026-01-30",
                     *             "accession": "0000320193-26-000006",
                     *             "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *             "superseded": []
                     *           },
                     *           {
                     *             "id": "f14",
                     *             "concept": "debt",
                     *             "xbrl_tag": "us-gaap:LongTermDebtCurrent",
                     *             "value": 11827000000,
                     *             "unit": "USD",
                     *             "form": "10-Q",
                     *             "period_start": null,
                     *             "period_end": "2025-12-27",
                     *             "filed": "2026-01-30",
                     *             "accession": "0000320193-26-000006",
                     *             "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm",
                     *             "superseded": []
                     *           }
                     *         ],
                     *         "market_data": {
                     *           "id": "m1",
                     *           "figure": "market_cap",
                     *           "value": 3813817838480,
                     *           "close": 259.48,
                     *           "currency": "USD",
                     *           "date": "2026-01-30",
                     *           "source": "US exchange screener month-end file",
                     *           "reason": null,
                     *           "trailing_averages": [
                     *             {
                     *               "methodology": "djim",
                     *               "months": 24,
                     *               "months_present": 24,
                     *               "average_market_cap": 3398392377920,
                     *               "status": "pass"
                     *             },
                     *             {
                     *               "methodology": "sp",
                     *               "months": 36,
                     *               "months_present": 36,
                     *               "average_market_cap": 3228202004951,
                     *               "status": "pass"
                     *             }
                     *           ]
                     *         },
                     *         "anchor": {
                     *           "form": "10-Q",
                     *           "period_end": "2025-12-27",
                     *           "filed": "2026-01-30",
                     *           "accession": "0000320193-26-000006",
                     *           "source_url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm"
                     *         },
                     *         "missing": [],
                     *         "approximations": [
                     *           {
                     *             "id": "point_in_time_market_cap",
                     *             "message": "DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation. The ratios here use market capitalisation at one point in time."
                     *           },
                     *           {
                     *             "id": "interest_income_is_the_proxy",
                     *             "message": "Interest income is the proxy for prohibited income: revenue by segment is not analysed."
                     *           }
                     *         ],
                     *         "data_source": "snapshot",
                     *         "facts_through": "2026-01-30"
                     *       }
                     *     }
                     */
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
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "malformed_ticker",
                     *         "message": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "detail": "A ticker is 1 to 6 letters or digits, optionally followed by a dot or hyphen and a share class: AAPL, BRK.B.",
                     *       "code": "malformed_ticker",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "ticker_not_found",
                     *         "message": "NOSUCH is not in the SEC’s list of tickers.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "detail": "NOSUCH is not in the SEC’s list of tickers.",
                     *       "code": "ticker_not_found",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unprocessable Entity",
                     *       "status": 422,
                     *       "detail": "The request does not match the schema; errors says where.",
                     *       "code": "invalid_request",
                     *       "request_id": "5f1d0c2a9b7e4d36",
                     *       "errors": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "rules"
                     *           ],
                     *           "msg": "rules must be one of current, classic.",
                     *           "type": "unknown_rules"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Over the limit; Retry-After says when to try again */
            429: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "rate_limit_exceeded",
                     *         "message": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The demo tier allows 1 requests a minute. Try again in 60 s. A free key from POST /api/keys allows more.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    /**
                     * @description Requests left in the present window, and seconds until it ends
                     * @example "free";r=29;t=60
                     */
                    ratelimit?: string;
                    /**
                     * @description Requests allowed in a window of so many seconds
                     * @example "free";q=30;w=60
                     */
                    "ratelimit-policy"?: string;
                    /**
                     * @description Seconds to wait before the next attempt
                     * @example 60
                     */
                    "retry-after"?: string;
                    /**
                     * @description Names this request in the service’s log: quote it when you report a fault
                     * @example 5f1d0c2a9b7e4d36
                     */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "facts_unavailable",
                     *         "message": "The SEC’s facts are unavailable: There was no answer.",
                     *         "request_id": "5f1d0c2a9b7e4d36"
                     *       },
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["Failure"];
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "detail": "The free tier allows 1 requests a minute. Try again in 60 s.",
                     *       "code": "rate_limit_exceeded",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
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
