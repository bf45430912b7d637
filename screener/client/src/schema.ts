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
         * @description Issues a free-tier key, shown once, which is the address's current key from then on. An earlier free key of the address goes on for 72 hours, unless it is sent with the request: then it ends at once. Partner keys are not affected, and all keys of one address share one allowance. Without a key in the request, the answer is the same whether or not the address is known.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep an earlier key
         * @description For the holder of a free key whose address signed up again (its answers carry Sanad-Key-Notice): the key sent as x-api-key is the current one again, and the newer keys of the address end. A key that is current stays so. Send no body.
         */
        post: operations["keepKey"];
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
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a ticker by name
         * @description Companies and funds by ticker or name: the ticker itself first, then tickers that begin with it, names that begin with it, names with words that do, and names that contain it. For a typo, did_you_mean.
         */
        get: operations["searchTickers"];
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
            /**
             * @description The check passes when value comparison threshold
             * @enum {unknown}
             */
            comparison: "<" | "<=";
            /** @enum {unknown} */
            confidence: "high" | "medium" | "low";
            denominator: string;
            /** @description threshold less value, in the ratio’s own unit: room under the limit for a pass, negative for a fail, null for unknown */
            distance: number | null;
            /** @description Upper end; null where nothing bounds it */
            high: number | null;
            /** @description Lower end of the ratio, as a fraction with six significant digits */
            low: number;
            /** @description Name of an entry of amounts */
            numerator: string;
            /** @description True only for status pass */
            passed: boolean;
            ratio: string;
            source: string;
            /** @enum {unknown} */
            status: "pass" | "fail" | "unknown";
            /** @description The limit, as a fraction: 0.3 is 30 % */
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
            /** @description Send it as cursor for older screenings; null if there are none */
            next_cursor: string | null;
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
        /** LastVerdict */
        LastVerdict: {
            /** @description The report that was screened then */
            anchor: components["schemas"]["Report"] | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            as_of: string;
            /** @enum {unknown} */
            compliance: "compliant" | "questionable" | "non_compliant";
            score: number;
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
            /** @description The report whose period end all balances are taken at; null where there is none */
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
                    /** @description The SIC code; or a ticker of the company, which is matched by CIK */
                    matched: string;
                    /** @enum {unknown} */
                    matched_by: "sic" | "company";
                    /** @description What the company does; null for a match by code */
                    note: string | null;
                    /** @description The annual report that describes the business */
                    source: string | null;
                    source_url: string | null;
                    /**
                     * @description pass: the SIC code would leave it to review, and the company’s annual report settles it
                     * @enum {unknown}
                     */
                    status: "fail" | "review" | "pass";
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
            /** @description Whole days from the period end of the report screened (for a fund, of its holdings) to as_of; null where there is none */
            data_age_days: number | null;
            /** @enum {unknown} */
            data_source: "snapshot" | "sec_bulk" | "sec_live";
            /** @description Ids of the methodologies that are decided, pass or fail, whatever is missing */
            decided_methodologies: string[];
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
                /** @description Largest first */
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
                /** @description Which of the lines are listed here, and how many there are in all. Weights and totals are always of the whole fund */
                holdings_page: {
                    anomalies: number;
                    holdings: number;
                    /** @description Send it as cursor, with holdings=all, for the holdings that follow; null after the last */
                    next_cursor: string | null;
                    /** @enum {unknown} */
                    show: "none" | "top" | "all";
                    unresolved: number;
                };
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
                /** @description Those among the listed holdings; with holdings=top, the largest */
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
            /** @description Null where it is not known, and for funds */
            exchange: string | null;
            facts_through: string | null;
            /** @description For not_screenable: of the last 12 filing dates with a close, the newest at which there was a verdict, with it. Null where there is a verdict now, where there was none then, and for funds */
            last_verdict: components["schemas"]["LastVerdict"] | null;
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
                /** @description What it says on the ratios, in one plain sentence */
                summary: string;
            }[];
            missing: components["schemas"]["Missing"][];
            name: string;
            /** @description An estimate, not an announcement: a year after the filing of the report that the next one follows in the filer’s rhythm. A date before as_of means that a later report may be missing here. Null where no rhythm is seen */
            next_report_expected: string | null;
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
            /** @description The verdicts that what is known still allows, best first: one where there is a verdict, several for not_screenable */
            possible: ("compliant" | "questionable" | "non_compliant")[];
            purification: {
                amount_per_share: number | null;
                /** @enum {unknown} */
                basis: "reported" | "derived" | "bounded" | "unknown";
                currency: string | null;
                high_pct: number | null;
                /** @description The interest income behind the percentage, over twelve months */
                income: number | null;
                income_from: unknown | null;
                low_pct: number;
                note: string;
                /** @description From the filed figure of interest income where there is one, else the upper end; `basis`, `low_pct` and `high_pct` say how closely it is known */
                pct_of_dividends_and_gains: number | null;
                shares: number | null;
                shares_evidence: string | null;
            };
            /** @description What each member of ratios is */
            ratio_info: {
                [key: string]: {
                    denominator: string;
                    /** @description In plain words */
                    label: string;
                    numerator: string;
                    /**
                     * @description fraction: 0.3 is 30 %
                     * @enum {unknown}
                     */
                    unit: "fraction";
                };
            };
            /** @description Each ratio by name: the upper end, as a fraction with six significant digits; null where nothing bounds it. See ratio_info */
            ratios: {
                [key: string]: number | null;
            };
            /** @enum {unknown} */
            rules: "current" | "classic";
            score: number;
            /** @description As the source of the listing names it; null where it is not known, and for funds */
            sector: string | null;
            /** @description The verdict and why, in one plain sentence */
            summary: string;
            symbol: string;
            /** @enum {unknown} */
            type: "company" | "fund";
        };
        /** Search */
        Search: {
            /** @description Where nothing is found: the tickers and names nearest to it */
            did_you_mean: {
                cik: string;
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                name: string | null;
                /** @description In the SEC’s spelling: BRK-B */
                symbol: string;
                /** @enum {unknown} */
                type: "company" | "fund";
            }[];
            /** @description What was searched for, trimmed */
            query: string;
            results: {
                cik: string;
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                /**
                 * @description How it matches, best first
                 * @enum {unknown}
                 */
                match: "ticker" | "ticker_prefix" | "name_start" | "name_words" | "name_part";
                name: string | null;
                /** @description In the SEC’s spelling: BRK-B */
                symbol: string;
                /** @enum {unknown} */
                type: "company" | "fund";
            }[];
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
            header?: {
                /** @description The earlier key of this address, to end it at once */
                "x-api-key"?: string;
            };
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
                     *         "note": "Store this key: it is not shown again. If its address signs up again, it goes on for 72 hours; POST /api/keys/keep with it then ends the newer key instead."
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
            /** @description The key is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
                     *       "request_id": "5f1d0c2a9b7e4d36"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It conflicts with the current state */
            409: {
                headers: {
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
    keepKey: {
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
                            /** @description The part of the key that may be shown */
                            label: string;
                            /** @enum {string} */
                            status: "current";
                            /** @enum {unknown} */
                            tier: "free" | "partner";
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
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
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
                     *       "version": "0.1.0",
                     *       "engine_version": "2.ed53a7fcedd8",
                     *       "data_source": "snapshot",
                     *       "snapshot_as_of": "2026-08-21",
                     *       "live_mode": false,
                     *       "tickers": 12995,
                     *       "companies_with_facts": 38,
                     *       "current": null
                     *     }
                     */
                    "application/json": {
                        companies_with_facts: number;
                        current: {
                            facts: {
                                companies_due: number;
                                index_through: string | null;
                                last_run_at: string | null;
                                problem: string | null;
                            };
                            prices: {
                                last_checked_at: string | null;
                                session: string | null;
                            } | null;
                        } | null;
                        data_source: string;
                        engine_version: string;
                        live_mode: boolean;
                        snapshot_as_of: string | null;
                        /** @enum {string} */
                        status: "ok";
                        tickers: number;
                        /** @description Of the product */
                        version: string;
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
                     *             "text": "Apple Inc. (AAPL): COMPLIANT, score 77.9 of 100\nAs of 2026-04-23, rule set current, CIK 0000320193; facts from snapshot, filings up to 2026-01-30.\nThe figures are 117 days old; the next report is expected about 2026-05-02 (an estimate).\n\nWhy: The business passes, and so do all 5 methodologies; the closest call is debt at 23.9 % of total assets against a limit of 33.33 % (MSCI).\n\nBusiness activity:…"
                     *           }
                     *         ],
                     *         "structuredContent": {
                     *           "symbol": "AAPL",
                     *           "name": "Apple Inc.",
                     *           "cik": "0000320193",
                     *           "type": "company",
                     *           "exchange": "Nasdaq",
                     *           "sector": "Technology",
                     *           "as_of": "2026-04-23",
                     *           "rules": "current",
                     *           "engine_version": "2.ed53a7fcedd8",
                     *           "compliance": "compliant",
                     *           "possible": [
                     *             "compliant"
                     *           ],
                     *           "decided_methodologies": [
                     *             "aaoifi",
                     *             "djim"
                     *           ],
                     *           "score": 77.9,
                     *           "summary": "Compliant: the business passes, and so do all 5 methodologies; the closest call is debt at 23.9 % of total assets against a limit of 33.33 % (MSCI).",
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
                     *             "debt_to_market_cap": 0.0242917,
                     *             "deposits_to_market_cap": 0.0388615,
                     *             "prohibited_income_to_revenue": 0.0265912,
                     *             "debt_to_total_assets": 0.238623,
                     *             "cash_and_current_securities_to_total_assets": 0.176397,
                     *             "receivables_and_cash_to_total_assets": 0.304872
                     *           },
                     *           "ratio_info": {
                     *             "debt_to_market_cap": {
                     *               "label": "debt over market capitalisation",
                     *               "unit": "fraction",
                     *               "numerator": "debt",
                     *               "denominator": "market_cap"
                     *             },
                     *             "deposits_to_market_cap": {
                     *               "label": "cash and all interest-bearing securities over market capitalisation",
                     *               "unit": "fraction",
                     *               "numerator": "cash_and_all_securities",
                     *               "denominator": "market_cap"
                     *             },
                     *             "prohibited_income_to_revenue": {
                     *               "label": "interest income over revenue",
                     *               "unit": "fraction",
                     *               "numerator": "interest_income",
                     *               "denominator": "revenue"
                     *             },
                     *             "debt_to_total_assets": {
                     *               "label": "debt over total assets",
                     *               "unit": "fraction",
                     *               "numerator": "debt",
                     *               "denominator": "total_assets"
                     *             },
                     *             "cash_and_current_securities_to_total_assets": {
                     *               "label": "cash and current interest-bearing securities over total assets",
                     *               "unit": "fraction",
                     *               "numerator": "cash_and_current_securities",
                     *               "denominator": "total_assets"
                     *             },
                     *             "receivables_and_cash_to_total_assets": {
                     *               "label": "receivables and cash over total assets",
                     *               "unit": "fraction",
                     *               "numerator": "receivables_and_cash",
                     *               "denominator": "total_assets"
                     *             }
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
                     *               "summary": "AAOIFI: passes; the closest call is interest income of at most 2.7 % of revenue (a bound: no exact figure is filed) against a limit of 5 %.",
                     *               "checks": [
                     *                 {
                     *                   "ratio": "debt_to_market_cap",
                     *                   "value": 0.0242917,
                     *                   "threshold": 0.3,
                     *                   "distance": 0.275708,
                     *                   "comparison": "<=",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.0242917,
                     *                   "high": 0.0242917,
                     *                   "basis": "derived",
                     *                   "numerator": "debt",
                     *                   "denominator": "market_cap",
                     *                   "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                   "confidence": "high"
                     *                 },
                     *                 {
                     *                   "ratio": "deposits_to_market_cap",
                     *                   "value": 0.0388615,
                     *                   "threshold": 0.3,
                     *                   "distance": 0.261139,
                     *                   "comparison": "<=",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.0388615,
                     *                   "high": 0.0388615,
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
                     *               "summary": "DJIM: passes; debt at 2.4 % of market capitalisation against a limit of 33 %.",
                     *               "checks": [
                     *                 {
                     *                   "ratio": "debt_to_market_cap",
                     *                   "value": 0.0242917,
                     *                   "threshold": 0.33,
                     *                   "distance": 0.305708,
                     *                   "comparison": "<",
                     *                   "passed": true,
                     *                   "status": "pass",
                     *                   "low": 0.0242917,
                     *                   "high": 0.0242917,
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
                     *             "pct_of_dividends_and_gains": 2.65912,
                     *             "income": 11583600000,
                     *             "income_from": {
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
                     *                                 "f22",
                     *                                 "f21"
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
                     *                             "f27",
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     "f26",
                     *                                     "f27"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f32",
                     *                                     "f31"
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
                     *                                     "f24",
                     *                                     "f25"
                     *                                   ]
                     *                                 },
                     *                                 "f26"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f45",
                     *                                 "f44"
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
                     *             "low_pct": 0,
                     *             "high_pct": 2.65912,
                     *             "basis": "bounded",
                     *             "amount_per_share": 0.789012,
                     *             "shares": 14681140000,
                     *             "shares_evidence": "f23",
                     *             "currency": "USD",
                     *             "note": "Interest income over total revenue for the twelve months to the anchor: as filed where it is, with dividends where the filer gives one figure for both, else the upper end. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
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
                     *                       "f18",
                     *                       "f17"
                     *                     ]
                     *                   },
                     *                   "f19"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "sum": [
                     *                   {
                     *                     "minus": [
                     *                       "f11",
                     *                       {
                     *                         "sum": [
                     *                           "f13",
                     *                           "f14"
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
                     *                                   "f12"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           },
                     *                           "f11"
                     *                         ]
                     *                       },
                     *                       "f16"
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
                     *                   "f20"
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
                     *                           "f22",
                     *                           "f21"
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
                     *                                   "f22",
                     *                                   "f21"
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
                     *                               "f27",
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "minus": [
                     *                                       "f26",
                     *                                       "f27"
                     *                                     ]
                     *                                   },
                     *                                   {
                     *                                     "sum": [
                     *                                       "f32",
                     *                                       "f31"
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
                     *                                       "f24",
                     *                                       "f25"
                     *                                     ]
                     *                                   },
                     *                                   "f26"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f45",
                     *                                   "f44"
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
                     *                       "f46",
                     *                       "f47"
                     *                     ]
                     *                   },
                     *                   "f48"
                     *                 ]
                     *               },
                     *               "high_from": {
                     *                 "minus": [
                     *                   {
                     *                     "sum": [
                     *                       "f46",
                     *                       "f47"
                     *                     ]
                     *                   },
                     *                   "f48"
                     *                 ]
                     *               },
                     *               "rules": []
                     *             },
                     *             "market_cap": {
                     *               "low": 3725926520600,
                     *               "high": 3725926520600,
                     *               "unit": "USD",
                     *               "basis": "reported",
                     *               "low_from": "m1",
                     *               "high_from": "m1",
                     *               "rules": []
                     *             }
                     *           },
                     *           "evidence": [
                     *             {
                     *               "id": "f18",
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
                     *               "id": "f17",
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
                     *             "value": 3725926520600,
                     *             "close": 253.79,
                     *             "currency": "USD",
                     *             "date": "2026-03-31",
                     *             "source": "US exchange screener month-end file",
                     *             "reason": null,
                     *             "trailing_averages": [
                     *               {
                     *                 "methodology": "djim",
                     *                 "months": 24,
                     *                 "months_present": 24,
                     *                 "average_market_cap": 3488613058802,
                     *                 "status": "pass"
                     *               },
                     *               {
                     *                 "methodology": "sp",
                     *                 "months": 36,
                     *                 "months_present": 36,
                     *                 "average_market_cap": 3289028822462,
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
                     *           "data_age_days": 117,
                     *           "next_report_expected": "2026-05-02",
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
                     *           "last_verdict": null,
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
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": -32000,
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "NOSUCH is not among the tickers of the offline snapshot. To look it up in the SEC’s list of today, start with SEC_USER_AGENT=\"you@example.org\" npm start.",
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
                     *         "as_of": "2026-08-21",
                     *         "rules": "current",
                     *         "engine_version": "2.ed53a7fcedd8",
                     *         "data_source": "snapshot",
                     *         "screened": 44,
                     *         "ranked": 7,
                     *         "left_out": {
                     *           "not_screenable": 32,
                     *           "non_compliant": 3,
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
                     *         "as_of": "2026-08-21",
                     *         "rules": "current",
                     *         "engine_version": "2.ed53a7fcedd8",
                     *         "data_source": "snapshot",
                     *         "screened": 44,
                     *         "ranked": 6,
                     *         "left_out": {
                     *           "not_screenable": 32,
                     *           "non_compliant": 3,
                     *           "questionable": 1,
                     *           "another_ticker": 1,
                     *           "equity_not_filed": 1
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
            query?: {
                /** @description Only these members of each screening, comma-separated: symbol, name, cik, type, exchange, sector, as_of, rules, engine_version, compliance, possible, decided_methodologies, last_verdict, score, summary, components, ratios, ratio_info, business_activity, methodologies, purification, amounts, evidence, market_data, anchor, data_age_days, next_report_expected, missing, approximations, data_source, facts_through, etf_look_through, overlays. Default: all. A member that a screening does not have is left out */
                fields?: string;
                /** @description Of a fund: list none of its holdings, or the 10 largest (top, the default). GET /v1/screen/{ticker} lists all */
                holdings?: "none" | "top";
            };
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
                     *             "type": "company",
                     *             "exchange": "Nasdaq",
                     *             "sector": "Technology",
                     *             "as_of": "2026-04-23",
                     *             "rules": "current",
                     *             "engine_version": "2.ed53a7fcedd8",
                     *             "compliance": "compliant",
                     *             "possible": [
                     *               "compliant"
                     *             ],
                     *             "decided_methodologies": [
                     *               "aaoifi",
                     *               "djim"
                     *             ],
                     *             "score": 77.9,
                     *             "summary": "Compliant: the business passes, and so do all 5 methodologies; the closest call is debt at 23.9 % of total assets against a limit of 33.33 % (MSCI).",
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
                     *               "debt_to_market_cap": 0.0242917,
                     *               "deposits_to_market_cap": 0.0388615,
                     *               "prohibited_income_to_revenue": 0.0265912,
                     *               "debt_to_total_assets": 0.238623,
                     *               "cash_and_current_securities_to_total_assets": 0.176397,
                     *               "receivables_and_cash_to_total_assets": 0.304872
                     *             },
                     *             "ratio_info": {
                     *               "debt_to_market_cap": {
                     *                 "label": "debt over market capitalisation",
                     *                 "unit": "fraction",
                     *                 "numerator": "debt",
                     *                 "denominator": "market_cap"
                     *               },
                     *               "deposits_to_market_cap": {
                     *                 "label": "cash and all interest-bearing securities over market capitalisation",
                     *                 "unit": "fraction",
                     *                 "numerator": "cash_and_all_securities",
                     *                 "denominator": "market_cap"
                     *               },
                     *               "prohibited_income_to_revenue": {
                     *                 "label": "interest income over revenue",
                     *                 "unit": "fraction",
                     *                 "numerator": "interest_income",
                     *                 "denominator": "revenue"
                     *               },
                     *               "debt_to_total_assets": {
                     *                 "label": "debt over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "debt",
                     *                 "denominator": "total_assets"
                     *               },
                     *               "cash_and_current_securities_to_total_assets": {
                     *                 "label": "cash and current interest-bearing securities over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "cash_and_current_securities",
                     *                 "denominator": "total_assets"
                     *               },
                     *               "receivables_and_cash_to_total_assets": {
                     *                 "label": "receivables and cash over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "receivables_and_cash",
                     *                 "denominator": "total_assets"
                     *               }
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
                     *                 "summary": "AAOIFI: passes; the closest call is interest income of at most 2.7 % of revenue (a bound: no exact figure is filed) against a limit of 5 %.",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0242917,
                     *                     "threshold": 0.3,
                     *                     "distance": 0.275708,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0242917,
                     *                     "high": 0.0242917,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.0388615,
                     *                     "threshold": 0.3,
                     *                     "distance": 0.261139,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0388615,
                     *                     "high": 0.0388615,
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
                     *                 "summary": "DJIM: passes; debt at 2.4 % of market capitalisation against a limit of 33 %.",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0242917,
                     *                     "threshold": 0.33,
                     *                     "distance": 0.305708,
                     *                     "comparison": "<",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0242917,
                     *                     "high": 0.0242917,
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
                     *               "pct_of_dividends_and_gains": 2.65912,
                     *               "income": 11583600000,
                     *               "income_from": {
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
                     *                                   "f22",
                     *                                   "f21"
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
                     *                               "f27",
                     *                               {
                     *                                 "minus": [
                     *                                   {
                     *                                     "minus": [
                     *                                       "f26",
                     *                                       "f27"
                     *                                     ]
                     *                                   },
                     *                                   {
                     *                                     "sum": [
                     *                                       "f32",
                     *                                       "f31"
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
                     *                                       "f24",
                     *                                       "f25"
                     *                                     ]
                     *                                   },
                     *                                   "f26"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f45",
                     *                                   "f44"
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
                     *               "low_pct": 0,
                     *               "high_pct": 2.65912,
                     *               "basis": "bounded",
                     *               "amount_per_share": 0.789012,
                     *               "shares": 14681140000,
                     *               "shares_evidence": "f23",
                     *               "currency": "USD",
                     *               "note": "Interest income over total revenue for the twelve months to the anchor: as filed where it is, with dividends where the filer gives one figure for both, else the upper end. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
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
                     *                         "f18",
                     *                         "f17"
                     *                       ]
                     *                     },
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
                     *                             "f13",
                     *                             "f14"
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
                     *                                     "f12"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             "f11"
                     *                           ]
                     *                         },
                     *                         "f16"
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
                     *                     "f20"
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
                     *                             "f22",
                     *                             "f21"
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
                     *                                     "f22",
                     *                                     "f21"
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
                     *                                 "f27",
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         "f26",
                     *                                         "f27"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f32",
                     *                                         "f31"
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
                     *                                         "f24",
                     *                                         "f25"
                     *                                       ]
                     *                                     },
                     *                                     "f26"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f45",
                     *                                     "f44"
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
                     *                         "f46",
                     *                         "f47"
                     *                       ]
                     *                     },
                     *                     "f48"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f46",
                     *                         "f47"
                     *                       ]
                     *                     },
                     *                     "f48"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "market_cap": {
                     *                 "low": 3725926520600,
                     *                 "high": 3725926520600,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "m1",
                     *                 "high_from": "m1",
                     *                 "rules": []
                     *               }
                     *             },
                     *             "evidence": [
                     *               {
                     *                 "id": "f18",
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
                     *                 "id": "f17",
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
                     *               "value": 3725926520600,
                     *               "close": 253.79,
                     *               "currency": "USD",
                     *               "date": "2026-03-31",
                     *               "source": "US exchange screener month-end file",
                     *               "reason": null,
                     *               "trailing_averages": [
                     *                 {
                     *                   "methodology": "djim",
                     *                   "months": 24,
                     *                   "months_present": 24,
                     *                   "average_market_cap": 3488613058802,
                     *                   "status": "pass"
                     *                 },
                     *                 {
                     *                   "methodology": "sp",
                     *                   "months": 36,
                     *                   "months_present": 36,
                     *                   "average_market_cap": 3289028822462,
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
                     *             "data_age_days": 117,
                     *             "next_report_expected": "2026-05-02",
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
                     *             "last_verdict": null,
                     *             "data_source": "snapshot",
                     *             "facts_through": "2026-01-30"
                     *           },
                     *           {
                     *             "symbol": "MSFT",
                     *             "name": "MICROSOFT CORP",
                     *             "cik": "0000789019",
                     *             "type": "company",
                     *             "exchange": "Nasdaq",
                     *             "sector": "Technology",
                     *             "as_of": "2026-04-15",
                     *             "rules": "current",
                     *             "engine_version": "2.ed53a7fcedd8",
                     *             "compliance": "compliant",
                     *             "possible": [
                     *               "compliant"
                     *             ],
                     *             "decided_methodologies": [
                     *               "aaoifi",
                     *               "djim"
                     *             ],
                     *             "score": 90.3,
                     *             "summary": "Compliant: the business passes, and so do all 5 methodologies; the closest call is cash and current interest-bearing securities at 13.4 % of total assets against a limit of 33.33 % (MSCI).",
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
                     *                 "score": 17.3,
                     *                 "max": 20
                     *               },
                     *               "data_quality": {
                     *                 "score": 9.5,
                     *                 "max": 10
                     *               }
                     *             },
                     *             "ratios": {
                     *               "debt_to_market_cap": 0.0146474,
                     *               "deposits_to_market_cap": 0.047641,
                     *               "prohibited_income_to_revenue": 0.0136327,
                     *               "debt_to_total_assets": 0.0605169,
                     *               "cash_and_current_securities_to_total_assets": 0.134468,
                     *               "receivables_and_cash_to_total_assets": 0.121495
                     *             },
                     *             "ratio_info": {
                     *               "debt_to_market_cap": {
                     *                 "label": "debt over market capitalisation",
                     *                 "unit": "fraction",
                     *                 "numerator": "debt",
                     *                 "denominator": "market_cap"
                     *               },
                     *               "deposits_to_market_cap": {
                     *                 "label": "cash and all interest-bearing securities over market capitalisation",
                     *                 "unit": "fraction",
                     *                 "numerator": "cash_and_all_securities",
                     *                 "denominator": "market_cap"
                     *               },
                     *               "prohibited_income_to_revenue": {
                     *                 "label": "interest income over revenue",
                     *                 "unit": "fraction",
                     *                 "numerator": "interest_income",
                     *                 "denominator": "revenue"
                     *               },
                     *               "debt_to_total_assets": {
                     *                 "label": "debt over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "debt",
                     *                 "denominator": "total_assets"
                     *               },
                     *               "cash_and_current_securities_to_total_assets": {
                     *                 "label": "cash and current interest-bearing securities over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "cash_and_current_securities",
                     *                 "denominator": "total_assets"
                     *               },
                     *               "receivables_and_cash_to_total_assets": {
                     *                 "label": "receivables and cash over total assets",
                     *                 "unit": "fraction",
                     *                 "numerator": "receivables_and_cash",
                     *                 "denominator": "total_assets"
                     *               }
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
                     *                 "summary": "AAOIFI: passes; the closest call is interest income of at most 1.4 % of revenue (a bound: no exact figure is filed) against a limit of 5 %.",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0146474,
                     *                     "threshold": 0.3,
                     *                     "distance": 0.285353,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0146474,
                     *                     "high": 0.0146474,
                     *                     "basis": "derived",
                     *                     "numerator": "debt",
                     *                     "denominator": "market_cap",
                     *                     "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                     "confidence": "high"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.047641,
                     *                     "threshold": 0.3,
                     *                     "distance": 0.252359,
                     *                     "comparison": "<=",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0325465,
                     *                     "high": 0.047641,
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
                     *                 "summary": "DJIM: passes; debt at 1.5 % of market capitalisation against a limit of 33 %.",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0146474,
                     *                     "threshold": 0.33,
                     *                     "distance": 0.315353,
                     *                     "comparison": "<",
                     *                     "passed": true,
                     *                     "status": "pass",
                     *                     "low": 0.0146474,
                     *                     "high": 0.0146474,
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
                     *               "pct_of_dividends_and_gains": 1.04173,
                     *               "income": 3182000000,
                     *               "income_from": {
                     *                 "minus": [
                     *                   {
                     *                     "sum": [
                     *                       "f64",
                     *                       "f65"
                     *                     ]
                     *                   },
                     *                   "f66"
                     *                 ]
                     *               },
                     *               "low_pct": 0,
                     *               "high_pct": 1.36327,
                     *               "basis": "bounded",
                     *               "amount_per_share": 0.428516,
                     *               "shares": 7425629076,
                     *               "shares_evidence": "f32",
                     *               "currency": "USD",
                     *               "note": "Interest income over total revenue for the twelve months to the anchor: as filed where it is, with dividends where the filer gives one figure for both, else the upper end. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
                     *             },
                     *             "amounts": {
                     *               "debt": {
                     *                 "low": 40262000000,
                     *                 "high": 40262000000,
                     *                 "unit": "USD",
                     *                 "basis": "derived",
                     *                 "low_from": {
                     *                   "sum": [
                     *                     "f23",
                     *                     "f24"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         "f10",
                     *                         {
                     *                           "sum": [
                     *                             "f16",
                     *                             "f12"
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
                     *                                     "f11"
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             "f10"
                     *                           ]
                     *                         },
                     *                         {
                     *                           "sum": [
                     *                             "f18",
                     *                             "f21"
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
                     *                 "high": 130953000000,
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
                     *                             "f25",
                     *                             {
                     *                               "sum": [
                     *                                 "f29",
                     *                                 "f26"
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
                     *                 "high": 4164147500,
                     *                 "unit": "USD",
                     *                 "basis": "bounded",
                     *                 "low_from": 0,
                     *                 "high_from": {
                     *                   "sum": [
                     *                     {
                     *                       "minus": [
                     *                         {
                     *                           "sum": [
                     *                             "f64",
                     *                             "f65"
                     *                           ]
                     *                         },
                     *                         "f66"
                     *                       ]
                     *                     },
                     *                     {
                     *                       "times": [
                     *                         0.0075,
                     *                         {
                     *                           "max": [
                     *                             {
                     *                               "sum": [
                     *                                 {
                     *                                   "sum": [
                     *                                     "f4",
                     *                                     {
                     *                                       "minus": [
                     *                                         {
                     *                                           "minus": [
                     *                                             "f3",
                     *                                             "f4"
                     *                                           ]
                     *                                         },
                     *                                         {
                     *                                           "sum": [
                     *                                             "f8",
                     *                                             "f7"
                     *                                           ]
                     *                                         }
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         {
                     *                                           "max": [
                     *                                             "f1",
                     *                                             "f2"
                     *                                           ]
                     *                                         },
                     *                                         "f3"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f25",
                     *                                         {
                     *                                           "sum": [
                     *                                             "f29",
                     *                                             "f26"
                     *                                           ]
                     *                                         }
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 }
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 {
                     *                                   "sum": [
                     *                                     "f36",
                     *                                     {
                     *                                       "minus": [
                     *                                         {
                     *                                           "minus": [
                     *                                             "f35",
                     *                                             "f36"
                     *                                           ]
                     *                                         },
                     *                                         {
                     *                                           "sum": [
                     *                                             "f40",
                     *                                             "f39"
                     *                                           ]
                     *                                         }
                     *                                       ]
                     *                                     }
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "minus": [
                     *                                     {
                     *                                       "minus": [
                     *                                         {
                     *                                           "max": [
                     *                                             "f33",
                     *                                             "f34"
                     *                                           ]
                     *                                         },
                     *                                         "f35"
                     *                                       ]
                     *                                     },
                     *                                     {
                     *                                       "sum": [
                     *                                         "f57",
                     *                                         {
                     *                                           "sum": [
                     *                                             "f61",
                     *                                             "f58"
                     *                                           ]
                     *                                         }
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
                     *                   "interest_net_of_investment_expense"
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
                     *                         "f73",
                     *                         "f74"
                     *                       ]
                     *                     },
                     *                     "f75"
                     *                   ]
                     *                 },
                     *                 "high_from": {
                     *                   "minus": [
                     *                     {
                     *                       "sum": [
                     *                         "f73",
                     *                         "f74"
                     *                       ]
                     *                     },
                     *                     "f75"
                     *                   ]
                     *                 },
                     *                 "rules": []
                     *               },
                     *               "market_cap": {
                     *                 "low": 2748745115063,
                     *                 "high": 2748745115063,
                     *                 "unit": "USD",
                     *                 "basis": "reported",
                     *                 "low_from": "m1",
                     *                 "high_from": "m1",
                     *                 "rules": []
                     *               }
                     *             },
                     *             "evidence": [
                     *               {
                     *                 "id": "f23",
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
                     *                 "id": "f24",
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
                     *               "value": 2748745115063,
                     *               "close": 370.17,
                     *               "currency": "USD",
                     *               "date": "2026-03-31",
                     *               "source": "US exchange screener month-end file",
                     *               "reason": null,
                     *               "trailing_averages": [
                     *                 {
                     *                   "methodology": "djim",
                     *                   "months": 24,
                     *                   "months_present": 24,
                     *                   "average_market_cap": 3270329774536,
                     *                   "status": "pass"
                     *                 },
                     *                 {
                     *                   "methodology": "sp",
                     *                   "months": 36,
                     *                   "months_present": 36,
                     *                   "average_market_cap": 3063938416030,
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
                     *             "data_age_days": 105,
                     *             "next_report_expected": "2026-04-30",
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
                     *             "last_verdict": null,
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
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *             "purification_low_pct": 0,
                     *             "purification_basis": "bounded",
                     *             "symbol": "AAPL",
                     *             "compliance": "compliant",
                     *             "score": 77.9,
                     *             "purification_pct": 2.65912
                     *           },
                     *           {
                     *             "purification_low_pct": 0,
                     *             "purification_basis": "bounded",
                     *             "symbol": "MSFT",
                     *             "compliance": "compliant",
                     *             "score": 90.3,
                     *             "purification_pct": 1.04173
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
                                /** @enum {unknown} */
                                purification_basis: "reported" | "derived" | "bounded" | "unknown";
                                /** @description The low end of what is known */
                                purification_low_pct: number;
                                /** @description Of dividends and gains: from the filed figure of interest income where there is one, else the upper end; null if nothing bounds it */
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
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                /** @description The next_cursor of the page before, for older screenings */
                cursor?: string;
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
                     *             "engine_version": "2.ed53a7fcedd8",
                     *             "compliance": "compliant",
                     *             "score": 77.9,
                     *             "business_activity": "pass",
                     *             "purification_pct": 2.65912,
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0237319,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.0379659,
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
                     *                     "value": 0.0237319,
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
                     *             "engine_version": "2.ed53a7fcedd8",
                     *             "compliance": "compliant",
                     *             "score": 76.3,
                     *             "business_activity": "pass",
                     *             "purification_pct": 3.01133,
                     *             "methodologies": [
                     *               {
                     *                 "id": "aaoifi",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "checks": [
                     *                   {
                     *                     "ratio": "debt_to_market_cap",
                     *                     "value": 0.0244947,
                     *                     "threshold": 0.3,
                     *                     "passed": true,
                     *                     "status": "pass"
                     *                   },
                     *                   {
                     *                     "ratio": "deposits_to_market_cap",
                     *                     "value": 0.0328775,
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
                     *                     "value": 0.0244947,
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
                     *         ],
                     *         "next_cursor": "MjAyNS0xMC0zMSAwIGM4MTIxNDQxY2JiNGQ1ZjNmZTFhOTJlNjM2YzA1YzVjMDBmYzdiNzQ0NTMzMzAxMTRhYTJjNjRmYjFlOGM0ZWY"
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
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                /** @description With holdings=all: the next_cursor of the page before */
                cursor?: string;
                /** @description Only these members of each screening, comma-separated: symbol, name, cik, type, exchange, sector, as_of, rules, engine_version, compliance, possible, decided_methodologies, last_verdict, score, summary, components, ratios, ratio_info, business_activity, methodologies, purification, amounts, evidence, market_data, anchor, data_age_days, next_report_expected, missing, approximations, data_source, facts_through, etf_look_through, overlays. Default: all. A member that a screening does not have is left out */
                fields?: string;
                /** @description Of a fund: list none of its holdings, the 10 largest (top, the default), or all, 200 a page */
                holdings?: "none" | "top" | "all";
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
                     *         "type": "company",
                     *         "exchange": "Nasdaq",
                     *         "sector": "Technology",
                     *         "as_of": "2026-04-23",
                     *         "rules": "current",
                     *         "engine_version": "2.ed53a7fcedd8",
                     *         "compliance": "compliant",
                     *         "possible": [
                     *           "compliant"
                     *         ],
                     *         "decided_methodologies": [
                     *           "aaoifi",
                     *           "djim"
                     *         ],
                     *         "score": 77.9,
                     *         "summary": "Compliant: the business passes, and so do all 5 methodologies; the closest call is debt at 23.9 % of total assets against a limit of 33.33 % (MSCI).",
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
                     *           "debt_to_market_cap": 0.0242917,
                     *           "deposits_to_market_cap": 0.0388615,
                     *           "prohibited_income_to_revenue": 0.0265912,
                     *           "debt_to_total_assets": 0.238623,
                     *           "cash_and_current_securities_to_total_assets": 0.176397,
                     *           "receivables_and_cash_to_total_assets": 0.304872
                     *         },
                     *         "ratio_info": {
                     *           "debt_to_market_cap": {
                     *             "label": "debt over market capitalisation",
                     *             "unit": "fraction",
                     *             "numerator": "debt",
                     *             "denominator": "market_cap"
                     *           },
                     *           "deposits_to_market_cap": {
                     *             "label": "cash and all interest-bearing securities over market capitalisation",
                     *             "unit": "fraction",
                     *             "numerator": "cash_and_all_securities",
                     *             "denominator": "market_cap"
                     *           },
                     *           "prohibited_income_to_revenue": {
                     *             "label": "interest income over revenue",
                     *             "unit": "fraction",
                     *             "numerator": "interest_income",
                     *             "denominator": "revenue"
                     *           },
                     *           "debt_to_total_assets": {
                     *             "label": "debt over total assets",
                     *             "unit": "fraction",
                     *             "numerator": "debt",
                     *             "denominator": "total_assets"
                     *           },
                     *           "cash_and_current_securities_to_total_assets": {
                     *             "label": "cash and current interest-bearing securities over total assets",
                     *             "unit": "fraction",
                     *             "numerator": "cash_and_current_securities",
                     *             "denominator": "total_assets"
                     *           },
                     *           "receivables_and_cash_to_total_assets": {
                     *             "label": "receivables and cash over total assets",
                     *             "unit": "fraction",
                     *             "numerator": "receivables_and_cash",
                     *             "denominator": "total_assets"
                     *           }
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
                     *             "summary": "AAOIFI: passes; the closest call is interest income of at most 2.7 % of revenue (a bound: no exact figure is filed) against a limit of 5 %.",
                     *             "checks": [
                     *               {
                     *                 "ratio": "debt_to_market_cap",
                     *                 "value": 0.0242917,
                     *                 "threshold": 0.3,
                     *                 "distance": 0.275708,
                     *                 "comparison": "<=",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.0242917,
                     *                 "high": 0.0242917,
                     *                 "basis": "derived",
                     *                 "numerator": "debt",
                     *                 "denominator": "market_cap",
                     *                 "source": "AAOIFI Shari’ah Standard 21, Financial Paper (Shares and Bonds), 3/4/2: does not exceed 30 %",
                     *                 "confidence": "high"
                     *               },
                     *               {
                     *                 "ratio": "deposits_to_market_cap",
                     *                 "value": 0.0388615,
                     *                 "threshold": 0.3,
                     *                 "distance": 0.261139,
                     *                 "comparison": "<=",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.0388615,
                     *                 "high": 0.0388615,
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
                     *             "summary": "DJIM: passes; debt at 2.4 % of market capitalisation against a limit of 33 %.",
                     *             "checks": [
                     *               {
                     *                 "ratio": "debt_to_market_cap",
                     *                 "value": 0.0242917,
                     *                 "threshold": 0.33,
                     *                 "distance": 0.305708,
                     *                 "comparison": "<",
                     *                 "passed": true,
                     *                 "status": "pass",
                     *                 "low": 0.0242917,
                     *                 "high": 0.0242917,
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
                     *           "pct_of_dividends_and_gains": 2.65912,
                     *           "income": 11583600000,
                     *           "income_from": {
                     *             "times": [
                     *               0.08,
                     *               {
                     *                 "max": [
                     *                   {
                     *                     "sum": [
                     *                       {
                     *                         "sum": [
                     *                           "f4",
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "minus": [
                     *                                   "f3",
                     *                                   "f4"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f8",
                     *                                   "f9"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           }
                     *                         ]
                     *                       },
                     *                       {
                     *                         "minus": [
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "max": [
                     *                                   "f1",
                     *                                   "f2"
                     *                                 ]
                     *                               },
                     *                               "f3"
                     *                             ]
                     *                           },
                     *                           {
                     *                             "sum": [
                     *                               "f22",
                     *                               "f21"
                     *                             ]
                     *                           }
                     *                         ]
                     *                       }
                     *                     ]
                     *                   },
                     *                   {
                     *                     "sum": [
                     *                       {
                     *                         "sum": [
                     *                           "f27",
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "minus": [
                     *                                   "f26",
                     *                                   "f27"
                     *                                 ]
                     *                               },
                     *                               {
                     *                                 "sum": [
                     *                                   "f32",
                     *                                   "f31"
                     *                                 ]
                     *                               }
                     *                             ]
                     *                           }
                     *                         ]
                     *                       },
                     *                       {
                     *                         "minus": [
                     *                           {
                     *                             "minus": [
                     *                               {
                     *                                 "max": [
                     *                                   "f24",
                     *                                   "f25"
                     *                                 ]
                     *                               },
                     *                               "f26"
                     *                             ]
                     *                           },
                     *                           {
                     *                             "sum": [
                     *                               "f45",
                     *                               "f44"
                     *                             ]
                     *                           }
                     *                         ]
                     *                       }
                     *                     ]
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           },
                     *           "low_pct": 0,
                     *           "high_pct": 2.65912,
                     *           "basis": "bounded",
                     *           "amount_per_share": 0.789012,
                     *           "shares": 14681140000,
                     *           "shares_evidence": "f23",
                     *           "currency": "USD",
                     *           "note": "Interest income over total revenue for the twelve months to the anchor: as filed where it is, with dividends where the filer gives one figure for both, else the upper end. AAOIFI 3/4/6 has the holder at the period end give away the amount per share, whether or not a dividend was paid; the dividend method applies the percentage to dividends. Practice on capital gains is split."
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
                     *                     "f18",
                     *                     "f17"
                     *                   ]
                     *                 },
                     *                 "f19"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "sum": [
                     *                 {
                     *                   "minus": [
                     *                     "f11",
                     *                     {
                     *                       "sum": [
                     *                         "f13",
                     *                         "f14"
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
                     *                                 "f12"
                     *                               ]
                     *                             }
                     *                           ]
                     *                         },
                     *                         "f11"
                     *                       ]
                     *                     },
                     *                     "f16"
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
                     *                 "f20"
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
                     *                         "f22",
                     *                         "f21"
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
                     *                                 "f22",
                     *                                 "f21"
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
                     *                             "f27",
                     *                             {
                     *                               "minus": [
                     *                                 {
                     *                                   "minus": [
                     *                                     "f26",
                     *                                     "f27"
                     *                                   ]
                     *                                 },
                     *                                 {
                     *                                   "sum": [
                     *                                     "f32",
                     *                                     "f31"
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
                     *                                     "f24",
                     *                                     "f25"
                     *                                   ]
                     *                                 },
                     *                                 "f26"
                     *                               ]
                     *                             },
                     *                             {
                     *                               "sum": [
                     *                                 "f45",
                     *                                 "f44"
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
                     *                     "f46",
                     *                     "f47"
                     *                   ]
                     *                 },
                     *                 "f48"
                     *               ]
                     *             },
                     *             "high_from": {
                     *               "minus": [
                     *                 {
                     *                   "sum": [
                     *                     "f46",
                     *                     "f47"
                     *                   ]
                     *                 },
                     *                 "f48"
                     *               ]
                     *             },
                     *             "rules": []
                     *           },
                     *           "market_cap": {
                     *             "low": 3725926520600,
                     *             "high": 3725926520600,
                     *             "unit": "USD",
                     *             "basis": "reported",
                     *             "low_from": "m1",
                     *             "high_from": "m1",
                     *             "rules": []
                     *           }
                     *         },
                     *         "evidence": [
                     *           {
                     *             "id": "f18",
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
                     *             "id": "f17",
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
                     *           "value": 3725926520600,
                     *           "close": 253.79,
                     *           "currency": "USD",
                     *           "date": "2026-03-31",
                     *           "source": "US exchange screener month-end file",
                     *           "reason": null,
                     *           "trailing_averages": [
                     *             {
                     *               "methodology": "djim",
                     *               "months": 24,
                     *               "months_present": 24,
                     *               "average_market_cap": 3488613058802,
                     *               "status": "pass"
                     *             },
                     *             {
                     *               "methodology": "sp",
                     *               "months": 36,
                     *               "months_present": 36,
                     *               "average_market_cap": 3289028822462,
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
                     *         "data_age_days": 117,
                     *         "next_report_expected": "2026-05-02",
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
                     *         "last_verdict": null,
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
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *         "message": "NOSUCH is not among the tickers of the offline snapshot. To look it up in the SEC’s list of today, start with SEC_USER_AGENT=\"you@example.org\" npm start.",
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
                     *       "detail": "NOSUCH is not among the tickers of the offline snapshot. To look it up in the SEC’s list of today, start with SEC_USER_AGENT=\"you@example.org\" npm start.",
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
    searchTickers: {
        parameters: {
            query: {
                /** @description Default 10 */
                limit?: number;
                /** @description A ticker or name, or the beginning of one */
                q: string;
            };
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
                        data: components["schemas"]["Search"];
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "code": "invalid_api_key",
                     *         "message": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
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
                     *       "detail": "This API key is not valid. Check the x-api-key header for typos; an earlier free key ends 72 hours after its address signed up again. POST /api/keys issues a new one.",
                     *       "code": "invalid_api_key",
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
}
