/**
 * Types of the screening service's interface, generated from its OpenAPI description by `npm run docs`.
 * Do not edit by hand: change a route's schema instead.
 */
export interface paths {
    "/.well-known/keys.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys that seal screenings
         * @description Public keys, by the name that signatures have, with the keys that were replaced. Keep a copy that you trust: it is what statements are checked with. Does not count towards limits and needs no key.
         */
        get: operations["readSealKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Changes or sets the password of the account that is signed in, and ends its other sessions. A form gets a redirect in place of the answer.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blog’s posts
         * @description All posts, drafts too.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Save a blog post
         * @description Saves the post with this slug, or a new one.
         */
        post: operations["savePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics of this service
         * @description Sign-ups, activation, calls, tickers and payments of a period, for the operator.
         */
        get: operations["readStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
         * @description Issues a free-tier key, shown once, which is the address’s newest from then on. With an earlier free key of the address in the request, the new key replaces it: it opens the same account, and the earlier one is refused within a second. Without one, nothing proves that the caller owns the address, so the new key opens an account of its own, and earlier keys, their allowance, watchlist and tier stay as they are. The answer is then the same whether or not the address is known.
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
         * @description For the holder of a free key that is no longer its account's current one (its answers carry Sanad-Key-Notice): the key sent is the current one again. No other key ends at once: the one that was current goes on for 72 hours with the same notice, and its holder may keep it in turn. A key that is current stays so. Send no body.
         */
        post: operations["keepKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a session
         * @description Checks a key, or an address and a password, and sets an HttpOnly cookie for the pages. A form gets a redirect in place of the answer.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an event of the payment provider
         * @description For the provider alone: the header stripe-signature proves the body. An event that is known already changes nothing.
         */
        post: operations["takePaymentEvent"];
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
    "/badge/{ticker}.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The verdict as an image for other pages
         * @description An SVG with the verdict, its day and the methodologies that were chosen, for an img of another site, which may keep it for an hour. It is drawn from stored facts: nothing is fetched for it. Needs no key and counts towards no tier.
         */
        get: operations["showBadge"];
        put?: never;
        post?: never;
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
         * @description Whether the store answers and takes writes, what it holds and as of which date. Does not count towards limits and needs no key.
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
    "/portal/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description Redirects to the start page, also without a session.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/rebuild-funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Weigh the funds whose holdings are known, for their list
         * @description For a scheduler, with the admin token. Screens every listing with stored facts, or every fund with a stored report, and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.
         */
        post: operations["rebuildFunds"];
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
         * @description For a scheduler, with the admin token. Screens every listing with stored facts, or every fund with a stored report, and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.
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
         * @description For a scheduler, with the admin token. Screens every listing with stored facts, or every fund with a stored report, and answers when the new ranking is in place; until then, readers see the earlier one. Only one run at a time, over all processes; a second call gets 409 with the start time of the first.
         */
        post: operations["rebuildValueScreen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attest/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Screen one ticker, sealed
         * @description The answer of GET /v1/screen/{ticker}, of a fund with all of its holdings, and a statement about it that this service signs (sanad/statement/1): its verdict, what each methodology says, of which day, whether it is stale, by which engine and rules, and the hash of the answer. Others can check it without this service. The claims are the verdict by all methodologies and `<methodology>.pass`, `.fail` or `.unknown`, never a verdict by a choice. The same answer has the same statement until it expires.
         */
        get: operations["attestTicker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attestations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that was attested
         * @description The numbered list of all statements, each chained to the one before it, with a head that this service signs (sanad/statement-head/1). If two heads exist of which the later does not continue the earlier, the issuer said two things. The hashes stay for good; a statement is removed some time after it expired.
         */
        get: operations["listAttestations"];
        put?: never;
        post?: never;
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
    "/v1/headroom/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Room to the limits
         * @description How far the price of a compliant company may fall, or its debt rise, before each methodology no longer passes, or each of a choice: exact at a cent, or at debt_unit, from the intervals of its screening, and by the market value of one day. It holds on the day of the verdict, as_of.
         */
        get: operations["readHeadroom"];
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
    "/v1/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compliant companies
         * @description The companies that all methodologies pass, or all of a choice, each with its industry and how much of its nearest limit it uses. From the newest rankings, whose verdicts are dated: stale says which is none of today.
         */
        get: operations["listCompliant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lists/funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compliant funds
         * @description The funds that are compliant by all methodologies, or by a choice (compliance asks for another verdict; counts says how many have each), each with the share of its holdings that is compliant and known, and how much of its nearest limit it uses. From the newest list of funds, whose verdicts are dated: stale says which is none of today.
         */
        get: operations["listFunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Screen a portfolio
         * @description The holdings of a text, as people type them (AAPL 40; Microsoft, 20; Costco $1,200; cash 1204.11) or as a broker exports them (CSV with columns for symbol, quantity, value, cost, currency, found by their names), up to 500 lines: the verdict of each, and the shares of value by verdict and methodology. A line that was sold by today, or is bought later (AAPL 40 sold 2025-06-30), is not counted. Requires a key and counts as one request. Nothing of it is stored.
         */
        post: operations["assessPortfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/purification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Purify a portfolio
         * @description What is to be given away of the holdings of a text for a year, by each method, from annual reports: an interval, and the usual figure with its kind. Lines as for a portfolio, with more words where they are known (AAPL 40 dividends 41.20 bought 2024-03-01 sold 2025-06-30), or a CSV file with columns symbol, quantity, dividends, bought, sold. Up to 500 lines. Requires a key and counts as one request. Nothing of it is stored.
         */
        post: operations["purifyPortfolio"];
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
         * @description Companies and funds by ticker, name, everyday name (google), former ticker or name (FB), CIK, ISIN or CUSIP, in the spelling of brokers (NASDAQ:AAPL, AAPL.US), with words around it (is apple halal), or mistyped; several at once, separated by commas, get one result each. match says how each was found, former what became of a listing that ended.
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
    "/v1/zakat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Work out the zakat of a portfolio
         * @description The zakat of the holdings of a text, with its arithmetic: shares held to trade at market value, shares held for income at their part of the company’s cash, receivables and inventories, the nisab by a price of gold that you give. Lines as for a portfolio, each with the word trade or income at its end where it differs (NVDA 45 trade), or a CSV file with a column "held for". Up to 500 lines. Requires a key and counts as one request. Nothing of it is stored.
         */
        post: operations["zakatOfPortfolio"];
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
        /**
         * Check
         * @description One limit of one methodology
         */
        Check: {
            /**
             * @description How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end
             * @enum {unknown}
             */
            basis: "reported" | "derived" | "bounded" | "unknown";
            /**
             * @description The check passes when value comparison threshold
             * @enum {unknown}
             */
            comparison: "<" | "<=";
            /**
             * @description How well the reading of that text is supported: a property of the rule, not of the company
             * @enum {unknown}
             */
            confidence: "high" | "medium" | "low";
            /** @description Name of an entry of amounts */
            denominator: string;
            /** @description threshold less value, as a fraction: room under the limit for a pass, negative for a fail, null for unknown */
            distance: number | null;
            /** @description Upper end, as a fraction; null where nothing bounds it */
            high: number | null;
            /** @description Lower end of the ratio, as a fraction with six significant digits */
            low: number;
            /** @description Name of an entry of amounts */
            numerator: string;
            /** @description True only for status pass */
            passed: boolean;
            /** @description Name of the ratio: a member of ratios */
            ratio: string;
            /** @description The text that states the limit, with its clause */
            source: string;
            /**
             * @description The check; unknown: what is known leaves both open, which is not a pass
             * @enum {unknown}
             */
            status: "pass" | "fail" | "unknown";
            /** @description The limit, as a fraction: 0.3 is 30 % */
            threshold: number;
            /** @description The end that decides, as a fraction: high for a pass, low for a fail; null if nothing bounds it */
            value: number | null;
        };
        /**
         * Chosen
         * @description By the chosen methodologies alone: non_compliant if the core business is prohibited or more than half of them fail, and never more than three are needed
         */
        Chosen: {
            /**
             * @description The verdict. not_screenable: what is known leaves more than one verdict possible
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /** @description The parts of that score, by name */
            components: {
                [key: string]: {
                    /** @description Points that could be given */
                    max: number;
                    /** @description Points given */
                    score: number;
                };
            };
            /** @description The ids of the chosen methodologies, in the order of the answer */
            methodologies: string[];
            /** @description What would have to be filed or known for that verdict */
            missing: components["schemas"]["Missing"][];
            /** @description The verdicts that what is known still allows, best first */
            possible: ("compliant" | "questionable" | "non_compliant")[];
            /** @description Of 100 points, by these methodologies’ checks */
            score: number;
            /** @description That verdict and why, in one plain sentence */
            summary: string;
        };
        /**
         * Evidence
         * @description One figure as filed
         */
        Evidence: {
            /** @description The SEC’s number of the filing; null where that is not known */
            accession: string | null;
            /** @description What the figure is: debt, revenue */
            concept: string;
            /** @description The day on which it was filed; null where that is not known (YYYY-MM-DD) */
            filed: string | null;
            /** @description The SEC’s form: 10-Q, 10-K, 20-F; NPORT-P for a fund */
            form: string;
            /** @description By which expressions in this answer name it */
            id: string;
            /**
             * Format: date
             * @description Last day of the period, or the day of the balance (YYYY-MM-DD)
             */
            period_end: string;
            /** @description First day of the period; null for a balance on one day (YYYY-MM-DD) */
            period_start: string | null;
            /** @description The filing; for a fund’s report that came without its filing, the SEC’s list of the fund’s reports */
            source_url: string;
            /** @description What other filings gave for the same figure, where it differs */
            superseded: {
                /** @description The SEC’s number of the other filing */
                accession: string;
                /** @description The form of the other filing */
                form: string;
                /** @description The other value, in unit */
                value: number;
            }[];
            /** @description USD or another currency, in units and not in thousands; or shares */
            unit: string;
            /** @description As filed, in unit */
            value: number;
            /** @description Its tag in the filing, with the taxonomy: us-gaap:LongTermDebtCurrent */
            xbrl_tag: string;
        };
        /** Failure */
        Failure: {
            /** @description Always null here */
            data: null;
            /** @description Why the request was refused */
            error: {
                /** @description Stable, for programs */
                code: string;
                /** @description More, where there is more, by name */
                detail?: {
                    [key: string]: unknown;
                };
                /** @description What is wrong and what to do */
                message: string;
                /** @description Names the request in the service’s log; also the x-request-id header */
                request_id: string;
            };
            /**
             * @description Always false here
             * @enum {boolean}
             */
            success: false;
        };
        /**
         * FormerListing
         * @description A ticker that is not listed any longer, and what became of it
         */
        FormerListing: {
            /** @description Who bought it, what it is called now, or who took it over */
            by: string | null;
            /**
             * @description What became of it; delisted where nothing more is known
             * @enum {unknown}
             */
            fate: "renamed" | "acquired" | "merged" | "taken_private" | "bankrupt" | "failed" | "delisted";
            /** @description The last month-end at which the exchanges’ listing had it (YYYY-MM-DD) */
            last_listed: string | null;
            /** @description When that was, as YYYY-MM; null where it is not known */
            month: string | null;
            /** @description The company’s name when the listing ended */
            name: string;
            /** @description The ticker that the same shares have now: ask for this one. Null where there is none */
            renamed_to: string | null;
            /** @description Where that can be read: an address; null where it follows from the listing alone */
            source: string | null;
            /** @description The ticker of the company that bought it, which is another company */
            successor: string | null;
            /** @description The ticker that was */
            symbol: string;
        };
        /**
         * Headroom
         * @description One figure moved, all others unchanged, by the market value of one day. It is of the day of the verdict: one that is past or stale says nothing of today
         */
        Headroom: {
            /** @description The close of one share from which the price may fall, in currency */
            close: number;
            /**
             * Format: date
             * @description The trading day of the close (YYYY-MM-DD)
             */
            close_date: string;
            /** @description ISO 4217: USD */
            currency: string;
            /** @description The upper end of debt, from which it may rise, in debt_currency */
            debt: number;
            /** @description ISO 4217: the report’s, which may be another than that of the price. Over the market value, debt then counts at the exchange rate of period_end; the next report will have a rate of its own */
            debt_currency: string;
            /** @description In what the most debt is counted, in debt_currency: 0.01; 1 where hundredths are not used (JPY, KRW, IDR, VND) or there would be more of them than a number holds, then thousands, and so on */
            debt_unit: number;
            /** @description Those that pass, in their order; of a choice, only those chosen */
            methodologies: {
                /** @description The months over which its rules average the market value, which one day’s price does not move: price and debt are by the market value of one day, as the screening is. Null where its rules ask for no average */
                average_months: number | null;
                /** @description The most debt; null where no limit rests on debt */
                debt: {
                    /** @description The ratio that reaches its limit first: a member of ratios */
                    ratio: string;
                    /** @description Times debt_unit. With these the methodology passes, with one more it does not */
                    units: number;
                } | null;
                /** @description Its id */
                id: string;
                /** @description Its name */
                name: string;
                /** @description The lowest close of one share; null where no limit rests on the market value */
                price: {
                    /** @description Hundredths of currency. With these the methodology passes, with one fewer it does not */
                    cents: number;
                    /** @description The ratio that reaches its limit first: a member of ratios */
                    ratio: string;
                } | null;
            }[];
            /** @description When debt is next reported: an estimate, a year after the filing of last year’s report. Null where no rhythm is seen (YYYY-MM-DD) */
            next_report_expected: string | null;
            /**
             * Format: date
             * @description The day of the balance sheet (YYYY-MM-DD)
             */
            period_end: string;
        };
        /**
         * History
         * @description Dated screenings of one ticker
         */
        History: {
            /** @description Send it as cursor for older screenings; null if there are none */
            next_cursor: string | null;
            /**
             * @description The rule set: current, the editions in force; classic, the texts before them
             * @enum {unknown}
             */
            rules: "current" | "classic";
            /** @description Screenings that differ from the one before, newest first, and those of the days on which a verdict went stale (changes.stale); empty for funds */
            snapshots: {
                /** @description The report that was screened; null where there was none */
                anchor: components["schemas"]["Report"] | null;
                /**
                 * Format: date
                 * @description The date as of which was screened: only what was filed by then counts (YYYY-MM-DD)
                 */
                as_of: string;
                /**
                 * @description What the business says
                 * @enum {unknown}
                 */
                business_activity: "pass" | "fail" | "review" | "unknown";
                /** @description What is different from the screening before; null for the first */
                changes: {
                    /** @description The checks whose status changed */
                    checks: {
                        /** @description The filed figures that moved, the decisive and the largest first; empty where the rules changed and no figure */
                        because: {
                            /** @description The filing that gives the later value; null for market data */
                            accession: string | null;
                            /** @description What the figure is: debt, revenue, market_cap */
                            concept: string;
                            /** @description Had this figure alone kept its earlier value, the check would not have flipped */
                            decisive: boolean;
                            /** @description Its earlier value, in the unit in which it is filed; null where there was none */
                            from: number | null;
                            /** @description That filing at the SEC; null for market data */
                            source_url: string | null;
                            /** @description Its later value; null where there is none */
                            to: number | null;
                            /** @description Its tag in the filing; null for market data */
                            xbrl_tag: string | null;
                        }[];
                        /**
                         * @description The check before; unknown: what is known leaves both open, which is not a pass
                         * @enum {unknown}
                         */
                        from: "pass" | "fail" | "unknown";
                        /** @description Id of the methodology */
                        methodology: string;
                        /** @description Name of the ratio, as in the ratios of a screening */
                        ratio: string;
                        /**
                         * @description The check now; unknown: what is known leaves both open, which is not a pass
                         * @enum {unknown}
                         */
                        to: "pass" | "fail" | "unknown";
                        /** @description The ratio before, as a fraction; null where nothing bounded it */
                        value_from: number | null;
                        /** @description The ratio now, as a fraction; null where nothing bounds it */
                        value_to: number | null;
                    }[];
                    /** @description Whether the rules or formulas changed in between */
                    engine_changed: boolean;
                    /** @description Null where the same report was screened */
                    report: {
                        /** @description Accession of the report screened before; null where there was none */
                        from: string | null;
                        /** @description Accession of the report screened now; null where there is none */
                        to: string | null;
                    } | null;
                    /** @description In points of 100; null where it is the same */
                    score: {
                        /** @description Before */
                        from: number;
                        /** @description Now */
                        to: number;
                    } | null;
                    /**
                     * Format: date
                     * @description The date of the earlier screening (YYYY-MM-DD)
                     */
                    since: string;
                    /** @description Only where nothing changed but time: from this date on, a newer report is overdue. All other members then say that nothing changed */
                    stale?: {
                        /**
                         * Format: date
                         * @description The first day on which the report that was due counts as overdue (YYYY-MM-DD)
                         */
                        since: string;
                        /**
                         * @description The last verdict, which stands for no day from since on
                         * @enum {unknown}
                         */
                        verdict: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                        /**
                         * @description report_not_here: filings of that time are not here, so the report may well have been filed; report_late: filings are known up to the day that counts, and it is not among them
                         * @enum {unknown}
                         */
                        why: "report_not_here" | "report_late";
                    };
                    /** @description Null where it is the same */
                    verdict: {
                        /**
                         * @description Before
                         * @enum {unknown}
                         */
                        from: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                        /**
                         * @description Now
                         * @enum {unknown}
                         */
                        to: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                    } | null;
                } | null;
                /**
                 * @description The verdict. not_screenable: what is known leaves more than one verdict possible
                 * @enum {unknown}
                 */
                compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                /** @description Version of the rules and formulas */
                engine_version: string;
                /** @description What each methodology said */
                methodologies: {
                    /** @description Its limits, in the order in which it states them */
                    checks: {
                        /** @description True only for status pass */
                        passed: boolean;
                        /** @description Name of the ratio */
                        ratio: string;
                        /**
                         * @description The check; unknown: what is known leaves both open, which is not a pass
                         * @enum {unknown}
                         */
                        status: "pass" | "fail" | "unknown";
                        /** @description The limit, as a fraction: 0.3 is 30 % */
                        threshold: number;
                        /** @description The end that decides, as a fraction; null where nothing bounds it */
                        value: number | null;
                    }[];
                    /** @description Id of the methodology */
                    id: string;
                    /** @description True only for status pass */
                    passed: boolean;
                    /**
                     * @description What the methodology says; unknown: what is known leaves both open, which is not a pass
                     * @enum {unknown}
                     */
                    status: "pass" | "fail" | "unknown";
                }[];
                /** @description What was missing for a verdict */
                missing: components["schemas"]["Missing"][];
                /**
                 * @description backfill: computed later, from what was filed by then; live: when it was asked for
                 * @enum {unknown}
                 */
                origin: "backfill" | "live";
                /** @description Percent of dividends and gains to give away: 3.1 is 3.1 %; null where nothing bounds it */
                purification_pct: number | null;
                /**
                 * @description The rule set: current, the editions in force; classic, the texts before them
                 * @enum {unknown}
                 */
                rules: "current" | "classic";
                /** @description Of 100 points */
                score: number;
            }[];
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
        };
        /** LastVerdict */
        LastVerdict: {
            /** @description The report that was screened then */
            anchor: components["schemas"]["Report"] | null;
            /**
             * Format: date
             * @description The date of that screening (YYYY-MM-DD)
             */
            as_of: string;
            /**
             * @description The verdict then
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant";
            /** @description Of 100 points */
            score: number;
        };
        /**
         * ListedCompany
         * @description A company that the chosen methodologies pass; by score or value, that all pass
         */
        ListedCompany: {
            /**
             * Format: date
             * @description The date as of which was screened (YYYY-MM-DD)
             */
            as_of: string;
            /** @description The filer’s number at the SEC, ten digits */
            cik: string;
            /**
             * @description The verdict. not_screenable: what is known leaves more than one verdict possible
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /** @description ISO 4217: USD */
            currency: string | null;
            /** @description Id of the industry; null where it is not known */
            industry: string | null;
            /** @description Upper end, in currency; null where it is not known */
            market_cap: number | null;
            /** @description The filer’s name at the SEC */
            name: string;
            /** @description The check that uses most of its limit, by the chosen methodologies */
            nearest: {
                /**
                 * @description The check passes when value comparison threshold
                 * @enum {unknown}
                 */
                comparison: "<" | "<=";
                /** @description Upper end, as a fraction */
                high: number;
                /** @description Lower end of the ratio, as a fraction */
                low: number;
                /** @description Name of the ratio */
                ratio: string;
                /** @description The limit, as a fraction */
                threshold: number;
            };
            /** @description Further tickers of the filer */
            other_symbols: string[];
            /** @description Of 100 points, by all methodologies */
            score: number;
            /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
            stale: components["schemas"]["Stale"] | null;
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
            /** @description The share of the nearest limit, as a fraction: 0.71 is 71 % */
            used: number;
        };
        /**
         * ListedFund
         * @description A fund, by the chosen methodologies
         */
        ListedFund: {
            /**
             * Format: date
             * @description The date as of which was screened (YYYY-MM-DD)
             */
            as_of: string;
            /** @description The number of its registrant at the SEC, ten digits */
            cik: string;
            /**
             * @description The verdict. not_screenable: what is known leaves more than one verdict possible
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /** @description Holdings that are compliant, in percent of net assets: 4.5 is 4.5 % */
            compliant_pct: number;
            /** @description Holdings with a verdict, in percent of net assets: 4.5 is 4.5 % */
            known_pct: number;
            /** @description As its report of holdings says */
            name: string;
            /** @description The limit of a compliant fund of which most is used */
            nearest: {
                /** @description The same with all that has no verdict */
                high: number;
                /**
                 * @description Its name in etf_look_through.limits
                 * @enum {unknown}
                 */
                limit: "compliant_up_to_non_compliant_pct" | "compliant_up_to_doubtful_pct";
                /** @description What counts against it, as a fraction of net assets */
                low: number;
                /** @description The limit, as a fraction */
                threshold: number;
            };
            /** @description In US dollars, as filed */
            net_assets: number;
            /** @description Holdings that are non-compliant, in percent of net assets: 4.5 is 4.5 % */
            non_compliant_pct: number;
            /** @description The tickers of its other classes of shares */
            other_symbols: string[];
            /**
             * Format: date
             * @description The day of the holdings (YYYY-MM-DD)
             */
            period_end: string;
            /** @description Holdings that are questionable, in percent of net assets: 4.5 is 4.5 % */
            questionable_pct: number;
            /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
            stale: components["schemas"]["Stale"] | null;
            /** @description The ticker: SPUS */
            symbol: string;
            /** @description The share of the nearest limit, as a fraction, all that has no verdict counted: 0.71 is 71 % */
            used: number;
        };
        /** Missing */
        Missing: {
            /** @description What kind of thing is missing, for programs */
            code: string;
            /** @description What is missing, for people */
            message: string;
        };
        /**
         * NextStep
         * @description Where there is no verdict: what can be done about it
         */
        NextStep: {
            /**
             * @description What can be done, for programs
             * @enum {unknown}
             */
            code: "connect_to_sec" | "provide_holdings" | "provide_prices" | "try_again" | "wait_for_report" | "ask_another_date" | "use_current_ticker" | "use_common_stock" | "read_report" | "no_longer_listed" | "nothing_to_screen";
            /** @description The day about which the next report is expected; null where there is none (YYYY-MM-DD) */
            date: string | null;
            /** @description What can be done, for people */
            message: string;
            /** @description The ticker to ask for instead; null where there is none */
            symbol: string | null;
            /**
             * @description Who can do it: the reader who asked, or the operator of this server; nobody where only time or nothing helps
             * @enum {unknown}
             */
            who: "reader" | "operator" | "nobody";
        };
        /**
         * Portfolio
         * @description What is held, and what each of the methodologies says of it
         */
        Portfolio: {
            /** @description Cash, options, what is not listed here, and what is not held today: not counted */
            apart: components["schemas"]["PortfolioLineNotHeld"][];
            /** @description By methodology */
            by_methodology: {
                /** @description What fails it */
                fail: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
                /** @description Its id: aaoifi */
                id: string;
                /** @description What passes it */
                pass: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
                /** @description What is not decided, not screened, or stale */
                unknown: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
            }[];
            /** @description The ids of the methodologies that were chosen; empty for no choice */
            chosen: string[];
            /** @description The heaviest first; those without a value last */
            holdings: components["schemas"]["PortfolioHolding"][];
            /** @description By verdict of today */
            shares: {
                /** @description Compliant, with a verdict of today */
                compliant: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
                /** @description Non-compliant, likewise */
                non_compliant: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
                /** @description Without a verdict of today: there is none, or it is stale and so of an earlier day */
                not_screenable: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
                /** @description Questionable, likewise */
                questionable: {
                    /** @description How many */
                    holdings: number;
                    /** @description Of total_value, in percent with six significant digits; null where that is 0 */
                    pct: number | null;
                    /** @description Of those with a value, in US dollars */
                    value: number;
                };
            };
            /** @description Of all holdings with a value, in US dollars */
            total_value: number;
            /** @description Lines in which nothing was found, or a day of sale that does not exist */
            unread: {
                /** @description From 1 */
                line: number;
                /** @description Its beginning, or the day of sale that is none */
                text: string;
            }[];
            /** @description Holdings whose value is not known: they count in no share of value */
            without_value: number;
        };
        /** PortfolioHolding */
        PortfolioHolding: {
            /** @description The date of its screening; null where it could not be screened (YYYY-MM-DD) */
            as_of: string | null;
            /** @description The trading day of the close; null where value does not rest on one (YYYY-MM-DD) */
            close_date: string | null;
            /**
             * @description On the day as_of, by the chosen methodologies; without a choice, by all of them. Today it may count no longer: compliance_today
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /**
             * @description On the day as_of, by all methodologies
             * @enum {unknown}
             */
            compliance_by_all: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /**
             * @description What counts today, and is in shares: compliance, or not_screenable where stale is not null
             * @enum {unknown}
             */
            compliance_today: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /** @description The lines that were added up */
            lines: number[];
            /** @description What each methodology says on the day as_of; empty where it could not be screened */
            methodologies: {
                /** @description Its id: aaoifi */
                id: string;
                /**
                 * @description What it says on business and ratios, on the day as_of; unknown: what is known leaves both open, which is not a pass
                 * @enum {unknown}
                 */
                status: "pass" | "fail" | "unknown";
            }[];
            /** @description The filer’s name at the SEC */
            name: string | null;
            /** @description False only for a compliant holding whose verdict is of today */
            needs_decision: boolean;
            /** @description Shares; null where no line says how many */
            quantity: number | null;
            /** @description Why it has its verdict, or none, in one plain sentence */
            reason: string;
            /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
            stale: components["schemas"]["Stale"] | null;
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
            /** @description In US dollars; null where it is not known */
            value: number | null;
            /** @description Where value comes from; null without it */
            value_from: ("given" | "close") | null;
            /** @description Of total_value, in percent with six significant digits; null without a value */
            weight_pct: number | null;
        };
        /**
         * PortfolioLineApart
         * @description A line that is not counted
         */
        PortfolioLineApart: {
            /** @description What the line calls it */
            asked: string;
            /** @description What it may mean */
            candidates: {
                /** @description The filer’s number at the SEC, ten digits */
                cik: string;
                /** @description Of the listing: Nasdaq, NYSE. Null where it is not known */
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                /** @description The filer’s name at the SEC; null where it is not known */
                name: string | null;
                /** @description The ticker, in the SEC’s spelling: BRK-B */
                symbol: string;
                /**
                 * @description What the ticker is
                 * @enum {unknown}
                 */
                type: "company" | "fund";
            }[];
            /** @description ISO 4217; null where none is given */
            currency: string | null;
            /**
             * @description cash; an option; sold short; a listing in another country; or nothing that is listed here
             * @enum {unknown}
             */
            kind: "cash" | "option" | "short" | "foreign" | "unmatched";
            /** @description Of the text, from 1 */
            line: number;
            /** @description As given */
            quantity: number | null;
            /** @description As given, in currency */
            value: number | null;
        };
        /**
         * PortfolioLineNotHeld
         * @description A line that is not counted
         */
        PortfolioLineNotHeld: {
            /** @description What the line calls it */
            asked: string;
            /** @description What it may mean */
            candidates: {
                /** @description The filer’s number at the SEC, ten digits */
                cik: string;
                /** @description Of the listing: Nasdaq, NYSE. Null where it is not known */
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                /** @description The filer’s name at the SEC; null where it is not known */
                name: string | null;
                /** @description The ticker, in the SEC’s spelling: BRK-B */
                symbol: string;
                /**
                 * @description What the ticker is
                 * @enum {unknown}
                 */
                type: "company" | "fund";
            }[];
            /** @description ISO 4217; null where none is given */
            currency: string | null;
            /** @description Of the sale or the later purchase; null for other kinds, and where month and day may be exchanged (YYYY-MM-DD) */
            day: string | null;
            /**
             * @description cash; an option; sold short; a listing in another country; or nothing that is listed here. sold: by today; bought_later: after today
             * @enum {unknown}
             */
            kind: "cash" | "option" | "short" | "foreign" | "unmatched" | "sold" | "bought_later";
            /** @description Of the text, from 1 */
            line: number;
            /** @description As given */
            quantity: number | null;
            /** @description As given, in currency */
            value: number | null;
        };
        /**
         * Problem
         * @description RFC 9457, for callers that ask for application/problem+json
         */
        Problem: {
            /** @description Stable, for programs */
            code: string;
            /** @description More, where there is more, by name */
            context?: {
                [key: string]: unknown;
            };
            /** @description What is wrong and what to do */
            detail: string;
            /** @description Every fault of the request */
            errors?: {
                /** @description Not used */
                ctx?: Record<string, never>;
                /** @description The faulty value, if it is short and not secret */
                input?: unknown;
                /** @description Where: query, path, header or body, then names and positions */
                loc: (string | number)[];
                /** @description What is wrong, for people */
                msg: string;
                /** @description A stable word, for programs: missing, too_long */
                type: string;
            }[];
            /** @description Names the request in the service’s log */
            request_id: string;
            /** @description The HTTP status */
            status: number;
            /** @description The status in words */
            title: string;
            /**
             * @description The status says what kind of problem it is
             * @enum {string}
             */
            type: "about:blank";
        };
        /**
         * Purification
         * @description What is to be given away of what is held
         */
        Purification: {
            /** @description Cash, options and what is not listed here: not counted */
            apart: components["schemas"]["PortfolioLineApart"][];
            /**
             * Format: date
             * @description The day on which the answer was given, in UTC (YYYY-MM-DD)
             */
            as_of: string;
            /** @description The largest first by method; those without a figure last */
            holdings: components["schemas"]["PurifiedHolding"][];
            /**
             * @description The method that it asks for
             * @enum {unknown}
             */
            method: "by_share" | "by_days" | "by_dividends";
            /** @description Id of the methodology that is followed: aaoifi */
            methodology: string;
            /** @description Which method counts what, and who asks for it. No ruling */
            note: string;
            /** @description What is to be given away in all, by each method */
            sums: {
                /** @description The same amount a share, for the days held. In US dollars */
                by_days: {
                    /** @description Holdings in the sum */
                    counted: number;
                    /** @description At most; null where nothing bounds it */
                    high: number | null;
                    /** @description Symbols of those whose usual figure is not known, or not in US dollars */
                    left_out: string[];
                    /** @description At least */
                    low: number;
                    /** @description The usual figure, which lies between the ends; null where it is not known */
                    usual: number | null;
                };
                /** @description The share of prohibited income in revenue, of the dividends. In US dollars */
                by_dividends: {
                    /** @description Holdings in the sum */
                    counted: number;
                    /** @description At most; null where nothing bounds it */
                    high: number | null;
                    /** @description Symbols of those whose usual figure is not known, or not in US dollars */
                    left_out: string[];
                    /** @description At least */
                    low: number;
                    /** @description The usual figure, which lies between the ends; null where it is not known */
                    usual: number | null;
                };
                /** @description By AAOIFI SS 21, 3/4/6: the part of prohibited income of the shares held at the end of the fiscal year, for all of it, dividend or not. In US dollars */
                by_share: {
                    /** @description Holdings in the sum */
                    counted: number;
                    /** @description At most; null where nothing bounds it */
                    high: number | null;
                    /** @description Symbols of those whose usual figure is not known, or not in US dollars */
                    left_out: string[];
                    /** @description At least */
                    low: number;
                    /** @description The usual figure, which lies between the ends; null where it is not known */
                    usual: number | null;
                };
            };
            /** @description Lines in which nothing was found, or a date that does not exist, or that were held on no day until today */
            unread: {
                /** @description From 1 */
                line: number;
                /** @description Its beginning, or its wrong dates */
                text: string;
            }[];
            /** @description Null for every fiscal year held */
            year: number | null;
        };
        /** PurifiedHolding */
        PurifiedHolding: {
            /** @description The same amount a share, for the days held. In currency, to six decimals; null where a figure that it needs is missing */
            by_days: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description The share of prohibited income in revenue, of the dividends. In currency, to six decimals; null where a figure that it needs is missing */
            by_dividends: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description By AAOIFI SS 21, 3/4/6: the part of prohibited income of the shares held at the end of the fiscal year, for all of it, dividend or not. In currency, to six decimals; null where a figure that it needs is missing */
            by_share: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description For a fund: their weight, in percent of net assets. Null for a company */
            coverage_pct: number | null;
            /** @description For a fund: the average rate of the holdings whose own rate is known, in percent of its dividends. Null for a company */
            covered_rate_pct: number | null;
            /** @description Of its amounts, ISO 4217; null where it is not known */
            currency: string | null;
            /** @description Whether the methodology says no to it today */
            fails: boolean;
            /** @description One for each line */
            lots: {
                /** @description As the line says (YYYY-MM-DD) */
                bought: string | null;
                /** @description Of the text, from 1 */
                line: number;
                /** @description As counted on the day of the sale, or at present; null where the line has none */
                shares: number | null;
                /** @description As the line says (YYYY-MM-DD) */
                sold: string | null;
                /** @description Oldest first */
                years: components["schemas"]["PurifiedYear"][];
            }[];
            /** @description The filer’s name at the SEC */
            name: string | null;
            /** @description The end of the newest fiscal year of which an annual report is here; null without one (YYYY-MM-DD) */
            newest_year: string | null;
            /** @description Why it could not be screened; null where it could */
            problem: string | null;
            /**
             * @description counted. business_excluded: the methodology excludes the business itself, so there is no rate. no_annual_report: none of the year is here. no_purchase_date: every year was asked for, and no line says since when. not_screened: see problem
             * @enum {unknown}
             */
            state: "counted" | "business_excluded" | "no_annual_report" | "no_purchase_date" | "not_screened";
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
        };
        /**
         * PurifiedYear
         * @description One fiscal year of one lot
         */
        PurifiedYear: {
            /** @description The average yield of 3-month Treasury bills over the year (Federal Reserve, H.15), in percent; null unless it is an estimate */
            bill_yield_pct: number | null;
            /** @description The same amount a share, for the days held. In currency, to six decimals; null where a figure that it needs is missing */
            by_days: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description The share of prohibited income in revenue, of the dividends. In currency, to six decimals; null where a figure that it needs is missing */
            by_dividends: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description By AAOIFI SS 21, 3/4/6: the part of prohibited income of the shares held at the end of the fiscal year, for all of it, dividend or not. In currency, to six decimals; null where a figure that it needs is missing */
            by_share: {
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /** @description Of the fiscal year */
            days: number;
            /** @description Of these, how many the lot was held */
            days_held: number;
            /** @description The dividends that were counted; null without any */
            dividends: {
                /**
                 * @description entered: as the line says; filed: the dividends a share in the report, times the shares
                 * @enum {unknown}
                 */
                from: "entered" | "filed";
                /** @description At most; null where nothing bounds it */
                high: number | null;
                /** @description At least */
                low: number;
                /** @description The usual figure, which lies between the ends; null where it is not known */
                usual: number | null;
            } | null;
            /**
             * Format: date
             * @description Its last day (YYYY-MM-DD)
             */
            end: string;
            /** @description Whether the lot was held at the end of the year */
            held_at_end: boolean;
            /** @description At most; null where nothing bounds it */
            income_high: number | null;
            /** @description Gross interest income, the proxy for prohibited income: at least */
            income_low: number;
            /** @description The usual figure of it; null where it is not known */
            income_usual: number | null;
            /** @description Where income_usual comes from; null without it */
            kind: ("filed" | "filed_with_dividends" | "estimate") | null;
            report: components["schemas"]["Report"];
            /** @description Total revenue; null where none is filed */
            revenue: number | null;
            /** @description Shares outstanding, as filed; null where none are */
            shares_outstanding: number | null;
            /** @description The same: at most */
            split_high: number | null;
            /** @description Shares of the lot’s day (of its sale, or of the present) for one of these, after splits: at least; null where it is not known */
            split_low: number | null;
            /**
             * Format: date
             * @description The first day of the fiscal year (YYYY-MM-DD)
             */
            start: string;
            /** @description The tags of the figures below, in that report */
            tags: string[];
        };
        /**
         * Report
         * @description A filing with the SEC
         */
        Report: {
            /** @description The SEC’s number of the filing: 0000320193-26-000006 */
            accession: string;
            /**
             * Format: date
             * @description The day on which it was filed (YYYY-MM-DD)
             */
            filed: string;
            /** @description The SEC’s form: 10-Q, 10-K, 20-F */
            form: string;
            /**
             * Format: date
             * @description The day on which the report’s period ends (YYYY-MM-DD)
             */
            period_end: string;
            /** @description The filing at the SEC */
            source_url: string;
        };
        /**
         * Screening
         * @description One ticker at one date, with the evidence for every number
         */
        Screening: {
            /** @description The amounts behind the ratios, by name: debt, cash, total_assets, revenue */
            amounts: {
                [key: string]: {
                    /**
                     * @description How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end
                     * @enum {unknown}
                     */
                    basis: "reported" | "derived" | "bounded" | "unknown";
                    /** @description Upper end, in unit; null where nothing bounds it */
                    high: number | null;
                    /** @description How high was computed; null without it */
                    high_from: unknown | null;
                    /** @description Lower end, in unit */
                    low: number;
                    /** @description How low was computed: an evidence id, a constant, or {"sum"|"max"|"min": [...]}, {"minus": [a, b]}, {"times": [a, b]}, of expressions */
                    low_from: unknown;
                    /** @description Ids of the rules behind the ends (docs/reference/methodology.md); empty for a filed figure */
                    rules: string[];
                    /** @description The report’s currency, for market_cap the price’s, ISO 4217: USD. In units, not in thousands */
                    unit: string | null;
                };
            };
            /** @description The report whose period end all balances are taken at; null where there is none */
            anchor: components["schemas"]["Report"] | null;
            /** @description Where this answer departs from a methodology’s text, or rests on older data */
            approximations: {
                /** @description For programs */
                id: string;
                /** @description For people */
                message: string;
            }[];
            /**
             * Format: date
             * @description The date as of which was screened: only what was filed by then counts (YYYY-MM-DD)
             */
            as_of: string;
            /** @description What the company does, and whether that is allowed */
            business_activity: {
                /**
                 * @description Never high: one code, which the filer declares itself, stands for the whole business
                 * @enum {unknown}
                 */
                confidence: "medium" | "low" | "none";
                /** @description Prohibited or doubtful lines of business that match; empty where none does */
                findings: {
                    /** @description The line of business in words */
                    label: string;
                    /** @description Id of the line of business: alcohol, gambling */
                    line: string;
                    /** @description The SIC code; or a ticker of the company, which is matched by CIK */
                    matched: string;
                    /**
                     * @description Whether the SIC code matched, or the company itself
                     * @enum {unknown}
                     */
                    matched_by: "sic" | "company";
                    /** @description Ids of the methodologies whose text does not exclude this line of business; all others do */
                    not_excluded_by: string[];
                    /** @description What the company does; null for a match by code */
                    note: string | null;
                    /** @description The annual report that describes the business; null where none is named */
                    source: string | null;
                    /** @description That report at the SEC; null where none is named */
                    source_url: string | null;
                    /**
                     * @description pass: the SIC code would leave it to review, and the company’s annual report settles it
                     * @enum {unknown}
                     */
                    status: "fail" | "review" | "pass";
                }[];
                /** @description The SEC’s industry code, four digits; null where it is not known */
                sic: string | null;
                /** @description The SEC’s words for the code */
                sic_description: string | null;
                /** @description Where the code comes from */
                source: string;
                /**
                 * @description What the business says; unknown: no source says what the company does
                 * @enum {unknown}
                 */
                status: "pass" | "fail" | "review" | "unknown";
            };
            chosen?: components["schemas"]["Chosen"];
            /** @description The filer’s number at the SEC, ten digits */
            cik: string;
            /**
             * @description The verdict. not_screenable: what is known leaves more than one verdict possible
             * @enum {unknown}
             */
            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
            /** @description The parts of the score by name: debt, business_activity, data_quality */
            components: {
                [key: string]: {
                    /** @description Points that could be given */
                    max: number;
                    /** @description Points given */
                    score: number;
                };
            };
            /** @description Whole days from the period end of the report screened (for a fund, of its holdings) to today; null where there is none */
            data_age_days: number | null;
            /**
             * @description Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request
             * @enum {unknown}
             */
            data_source: "snapshot" | "sec_bulk" | "sec_live";
            /** @description Ids of the methodologies that are decided, pass or fail, whatever is missing */
            decided_methodologies: string[];
            /** @description Version of the rules and formulas */
            engine_version: string;
            /** @description Only for funds: what they hold. Weights are values over net assets, in percent; amounts are in US dollars */
            etf_look_through?: {
                /** @description What is wrong in the report, which is read all the same */
                anomalies: {
                    /**
                     * @description What is wrong, for programs
                     * @enum {unknown}
                     */
                    code: "value_not_positive" | "pct_negative" | "pct_differs" | "pct_missing" | "no_identifier" | "weights_do_not_sum" | "totals_do_not_agree" | "no_net_assets";
                    /** @description Position of the holding in the filing; null where it is about the report as a whole */
                    line: number | null;
                    /** @description What is wrong, for people */
                    message: string;
                }[];
                /** @description Weight of the holdings that have a verdict, in percent of net assets */
                coverage_pct: number;
                /** @description Largest first */
                holdings: {
                    /** @description The form’s code: EC for common equity, STIV for a money market fund */
                    asset_category: string | null;
                    /**
                     * @description The member of weights that it counts in
                     * @enum {unknown}
                     */
                    bucket: "compliant" | "questionable" | "non_compliant" | "not_screenable" | "unresolved" | "cash" | "debt" | "derivatives" | "other" | "unlisted_assets" | "liabilities";
                    /** @description The company’s number at the SEC; null without a company */
                    cik: string | null;
                    /** @description The company’s name at the SEC; null without a company */
                    company: string | null;
                    /** @description The company’s verdict on the date of the screening; null without a company */
                    compliance: ("compliant" | "questionable" | "non_compliant" | "not_screenable") | null;
                    /** @description What is filed about a contract; null for anything else */
                    contract: {
                        /** @description Bought by a currency forward; null where not filed */
                        bought: {
                            /** @description As filed */
                            amount: number;
                            /** @description ISO 4217: USD */
                            currency: string | null;
                        } | null;
                        /** @description How many; null where not filed */
                        contracts: number | null;
                        /** @description Of the holding */
                        currency: string | null;
                        /** @description Between currency and the US dollar; null for a holding in US dollars */
                        exchange_rate: number | null;
                        /** @description The form’s code: FUT, FWD, SWP, OPT, WAR */
                        kind: string | null;
                        /** @description Of a future or swap; null where not filed */
                        notional: {
                            /** @description As filed */
                            amount: number;
                            /** @description ISO 4217: USD */
                            currency: string | null;
                        } | null;
                        /** @description Of an option or warrant; null where not filed */
                        shares_per_contract: number | null;
                        /** @description Sold by it; null where not filed */
                        sold: {
                            /** @description As filed */
                            amount: number;
                            /** @description ISO 4217: USD */
                            currency: string | null;
                        } | null;
                        /** @description Of an option or warrant, for one share; null where not filed */
                        strike: {
                            /** @description As filed */
                            amount: number;
                            /** @description ISO 4217: USD */
                            currency: string | null;
                        } | null;
                        /** @description Unrealised appreciation, in US dollars; null where not filed */
                        unrealised: number | null;
                    } | null;
                    /** @description As filed */
                    cusip: string | null;
                    /** @description Ids of those that it fails */
                    fails: string[];
                    /** @description As filed */
                    isin: string | null;
                    /** @description Position in the filing, starting at 1 */
                    line: number;
                    /** @description The ticker, ISIN, CUSIP or name that led there; null where nothing did */
                    matched: string | null;
                    /** @description Codes of what is missing for the company’s verdict */
                    missing: string[];
                    /** @description The issuer, as filed */
                    name: string | null;
                    /** @description What of it is open, in US dollars: nothing with a verdict, its absolute value without one; for a contract its exposure, and all of net assets where nothing bounds that */
                    open: number;
                    /** @description Ids of the methodologies that the company passes */
                    passes: string[];
                    /** @description value in percent of net assets; null where net assets are not positive */
                    pct: number | null;
                    /** @description The percentage that the fund filed, unrounded */
                    pct_filed: number | null;
                    /** @description Upper end, in percent of its dividends; null where nothing bounds it */
                    purification_high_pct: number | null;
                    /** @description Lower end of the company’s own purification, in percent of its dividends; null without a company */
                    purification_low_pct: number | null;
                    /** @description The rate that the company’s own answer recommends, in percent of its dividends; null without one */
                    purification_pct: number | null;
                    /** @description What led to the company; null where nothing did, or where the holding is no common equity */
                    resolved_by: ("ticker" | "isin" | "cusip" | "name") | null;
                    /** @description The company’s score, of 100 points; null without a company */
                    score: number | null;
                    /** @description The company’s ticker, in the SEC’s spelling; null without a company */
                    symbol: string | null;
                    /** @description As filed */
                    ticker: string | null;
                    /** @description The security, as filed */
                    title: string | null;
                    /** @description In US dollars, as filed */
                    value: number;
                }[];
                /** @description Which of the lines are listed here, and how many there are in all. Weights and totals are always of the whole fund */
                holdings_page: {
                    /** @description Anomalies in all */
                    anomalies: number;
                    /** @description Holdings in all */
                    holdings: number;
                    /** @description Send it as cursor, with holdings=all, for the holdings that follow; null after the last */
                    next_cursor: string | null;
                    /**
                     * @description What was asked for: none of the holdings, the largest, or all by page
                     * @enum {unknown}
                     */
                    show: "none" | "top" | "all";
                    /** @description Unresolved holdings in all */
                    unresolved: number;
                };
                /** @description The limits that decide the verdict, in percent */
                limits: {
                    [key: string]: number;
                };
                /** @description What each methodology says of the weight */
                methodologies: {
                    /** @description Companies that fail it, in percent of net assets: 4.5 is 4.5 % */
                    failing_pct: number;
                    /** @description Id of the methodology */
                    id: string;
                    /** @description What may fail it beyond what does: all else, up to what passes. A fund that owes holds more than its net assets, in percent of net assets: 4.5 is 4.5 % */
                    open_pct: number;
                    /** @description Companies that pass it, in percent of net assets: 4.5 is 4.5 % */
                    passing_pct: number;
                }[];
                /** @description In US dollars, as filed; null without a report */
                net_assets: number | null;
                /** @description Percent of dividends and gains, for the whole fund and for its known part */
                purification: {
                    /** @description Upper end for these holdings, in percent */
                    covered_high_pct: number;
                    /** @description Lower end for these holdings, in percent */
                    covered_low_pct: number;
                    /** @description The average of these holdings’ own rates, by weight, in percent; null where none is known */
                    covered_rate_pct: number | null;
                    /** @description Holdings whose own rate is bounded, in percent of net assets: 4.5 is 4.5 % */
                    covered_weight_pct: number;
                    /** @description Upper end, in percent: what is unknown counts in full */
                    high_pct: number;
                    /** @description Lower end, in percent: what is unknown counts nothing */
                    low_pct: number;
                };
                /** @description The report of holdings; null where none is available */
                report: {
                    /** @description The SEC’s number of the filing; null where that is not known */
                    accession: string | null;
                    /** @description The trust’s number at the SEC, ten digits */
                    cik: string;
                    /** @description The day on which it was filed; null where that is not known (YYYY-MM-DD) */
                    filed: string | null;
                    /** @description The last day of the fund’s fiscal year (YYYY-MM-DD) */
                    fiscal_year_end: string | null;
                    /** @description NPORT-P */
                    form: string;
                    /** @description Whether the fund says that this is its last report */
                    is_final: boolean;
                    /**
                     * Format: date
                     * @description The day of the holdings (YYYY-MM-DD)
                     */
                    period_end: string;
                    /** @description The trust that files for the fund */
                    registrant: string;
                    /** @description The fund’s number at the SEC: S000067283 */
                    series_id: string | null;
                    /** @description The fund’s name at the SEC */
                    series_name: string | null;
                    /** @description The filing, or the SEC’s list of the fund’s reports */
                    source_url: string;
                } | null;
                /** @description The common equities, by what led to the company */
                resolved_by: {
                    /** @description By CUSIP */
                    cusip: {
                        /** @description How many equities */
                        holdings: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                    };
                    /** @description By ISIN, or the CUSIP inside it */
                    isin: {
                        /** @description How many equities */
                        holdings: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                    };
                    /** @description By exact name */
                    name: {
                        /** @description How many equities */
                        holdings: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                    };
                    /** @description Led to their company by ticker */
                    ticker: {
                        /** @description How many equities */
                        holdings: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                    };
                    /** @description Led to no company */
                    unresolved: {
                        /** @description How many equities */
                        holdings: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                    };
                };
                /** @description The sum of the percentages that the fund filed, unrounded */
                sum_of_filed_pct: number | null;
                /** @description All holdings, value over net assets, in percent */
                sum_of_weights_pct: number | null;
                /** @description In US dollars, as filed; null without a report */
                total_assets: number | null;
                /** @description In US dollars, as filed; null without a report */
                total_liabilities: number | null;
                /** @description Total assets less the holdings that are assets, in US dollars: cash, receivables, or missing lines */
                unlisted_assets: number | null;
                /** @description Those among the listed holdings; with holdings=top, the largest */
                unresolved: {
                    /** @description As filed */
                    cusip: string | null;
                    /** @description As filed */
                    isin: string | null;
                    /** @description Position in the filing, starting at 1 */
                    line: number;
                    /** @description The issuer, as filed */
                    name: string | null;
                    /** @description value in percent of net assets; null where net assets are not positive */
                    pct: number | null;
                    /** @description Why it leads to no company */
                    reason: string;
                    /** @description As filed */
                    ticker: string | null;
                    /** @description The security, as filed */
                    title: string | null;
                    /** @description In US dollars, as filed */
                    value: number;
                }[];
                /** @description Where the weight of the fund is */
                weights: {
                    /** @description cash as the fund keeps it: short-term investment vehicles (money market funds) */
                    cash: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description common equity of a company whose verdict is compliant */
                    compliant: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description bonds, structured notes, loans, asset-backed securities, repurchase agreements; sukuk are filed among them */
                    debt: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description futures, forwards, options, swaps, rights, at the value filed; open by their exposure */
                    derivatives: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description debts, beyond holdings of negative value: no assets, and never open */
                    liabilities: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description common equity of a company whose verdict is non-compliant */
                    non_compliant: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description common equity of a company that could not be screened */
                    not_screenable: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description preferred equity, shares of other funds, short positions, commodities, real property */
                    other: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description common equity of a company whose verdict is questionable */
                    questionable: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description total assets less all holdings: cash at the bank, receivables, and lines that are missing */
                    unlisted_assets: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                    /** @description common equity that could not be matched to a listed company */
                    unresolved: {
                        /** @description How many holdings */
                        holdings: number;
                        /** @description What of it is open, in US dollars: absolute values, and the exposure of contracts */
                        open: number;
                        /** @description What of it is open, in percent of net assets: 4.5 is 4.5 % */
                        open_pct: number;
                        /** @description Their value, in percent of net assets: 4.5 is 4.5 % */
                        pct: number;
                        /** @description Their value, in US dollars */
                        value: number;
                    };
                };
            };
            /** @description Every filed figure behind a number of this answer */
            evidence: components["schemas"]["Evidence"][];
            /** @description Of the listing: Nasdaq, NYSE. Null where it is not known, and for funds */
            exchange: string | null;
            /** @description The day through which the filer’s filings are known to be here; where that is not known, the newest filing date. For a fund, the date of its report of holdings. Null where there is none (YYYY-MM-DD) */
            facts_through: string | null;
            /** @description The company’s industry, by our list of companies, else by its SIC code; null where neither says one, and for funds */
            industry: {
                /** @description Its id, as GET /v1/lists takes it: chips */
                id: string;
                /** @description In a person’s words: Chips */
                name: string;
            } | null;
            /** @description For not_screenable: of the last 12 filing dates with a close, the newest at which there was a verdict, with it. Null where there is a verdict now, where there was none then, and for funds */
            last_verdict: components["schemas"]["LastVerdict"] | null;
            /** @description The price and capitalisation that were used; members are null where there is none */
            market_data: {
                /** @description The close of one share, in currency */
                close: number | null;
                /** @description ISO 4217: USD */
                currency: string | null;
                /** @description The trading day of the close (YYYY-MM-DD) */
                date: string | null;
                /** @description What the source gives: the capitalisation itself, or a close that is multiplied by the filed shares */
                figure: ("market_cap" | "close") | null;
                /** @description By which expressions in this answer name the capitalisation; null where there is none */
                id: string | null;
                /** @description Why there is no market capitalisation; null where there is one */
                reason: string | null;
                /** @description Where the price comes from */
                source: string | null;
                /** @description For information only: what the trailing average would say. No verdict rests on it */
                trailing_averages: {
                    /** @description In the currency of the market data; null where it cannot be computed */
                    average_market_cap: number | null;
                    /** @description Id of the methodology whose text specifies the average */
                    methodology: string;
                    /** @description Months that the text asks for */
                    months: number;
                    /** @description Months for which there is a capitalisation */
                    months_present: number;
                    /**
                     * @description What its check would say; unknown: what is known leaves both open, which is not a pass
                     * @enum {unknown}
                     */
                    status: "pass" | "fail" | "unknown";
                }[];
                /** @description The market capitalisation, in currency */
                value: number | null;
            };
            /** @description What each methodology says: all of the rule set, whatever is known */
            methodologies: {
                /** @description Its limits, in the order in which it states them */
                checks: components["schemas"]["Check"][];
                /** @description The text that is applied */
                edition: string;
                /** @description Its id: aaoifi, djim, ftse, msci, sp */
                id: string;
                /** @description Its name */
                name: string;
                /** @description True only for status pass */
                passed: boolean;
                /**
                 * @description What it says on business and ratios: a business that it excludes fails it; unknown: what is known leaves both open, which is not a pass
                 * @enum {unknown}
                 */
                status: "pass" | "fail" | "unknown";
                /** @description What it says, in one plain sentence */
                summary: string;
            }[];
            /** @description What would have to be filed or known for a verdict; empty where nothing is missing */
            missing: components["schemas"]["Missing"][];
            /** @description The filer’s name at the SEC */
            name: string;
            /** @description An estimate made at as_of, not today, and not an announcement: a year after the filing of the report that the next one follows in the filer’s rhythm. A date before as_of means that a later report may be missing here. Null where no rhythm is seen (YYYY-MM-DD) */
            next_report_expected: string | null;
            /** @description For not_screenable: what can be done; null where there is a verdict */
            next_step: components["schemas"]["NextStep"] | null;
            /** @description Where overlays were asked for. They never change the verdict or the score */
            overlays?: {
                /** @description Whether the company’s line of business is one that the overlay names */
                adult_entertainment?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                alcohol?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                civilian_firearms?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether official lists name the company */
                dod_1260h?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "official_list";
                    /** @description Whether the company is on one of the lists */
                    flagged: boolean;
                    /** @description The first of matches; null where the company is on none of the lists */
                    match: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    /** @description At most one for each list */
                    matches: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    /** @description The list of match; without a match, the first list that was checked */
                    source: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    };
                    /** @description Every list that was checked */
                    sources: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    }[];
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                fossil_fuels?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                gambling?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description What overlays mean, and what they do not */
                note: string;
                /** @description Whether the company’s line of business is one that the overlay names */
                private_prisons?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether official lists name the company */
                state_scrutinized?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "official_list";
                    /** @description Whether the company is on one of the lists */
                    flagged: boolean;
                    /** @description The first of matches; null where the company is on none of the lists */
                    match: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    /** @description At most one for each list */
                    matches: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    /** @description The list of match; without a match, the first list that was checked */
                    source: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    };
                    /** @description Every list that was checked */
                    sources: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    }[];
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                tobacco?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
                /** @description Whether official lists name the company */
                uflpa?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "official_list";
                    /** @description Whether the company is on one of the lists */
                    flagged: boolean;
                    /** @description The first of matches; null where the company is on none of the lists */
                    match: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    } | null;
                    /** @description At most one for each list */
                    matches: {
                        /** @description What of the company it was compared with */
                        company_string: string;
                        /** @description The entity’s name on the list */
                        entity: string;
                        /** @description Whom else the entry covers without naming them */
                        includes: string | null;
                        /** @description Id of the list */
                        list_id: string;
                        /** @description The name on the list that matched: the entity’s own, an alias or a former name */
                        list_string: string;
                        /**
                         * @description Which of the company’s attributes matched
                         * @enum {unknown}
                         */
                        matched_by: "ticker" | "name" | "former_name";
                        /** @description The entity under which the list names it; null where there is none */
                        parent: string | null;
                        /** @description Version of the rule for comparing names */
                        rule: string;
                        /** @description Parts of the list that name the entity; empty where the list has none */
                        sublist: string[];
                        /** @description How the ticker is known to be the entity’s; null if a name matched */
                        ticker_basis: string | null;
                    }[];
                    /** @description The list of match; without a match, the first list that was checked */
                    source: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    };
                    /** @description Every list that was checked */
                    sources: {
                        /**
                         * @description partial: only some of its names are known here
                         * @enum {unknown}
                         */
                        completeness: "complete" | "partial";
                        /** @description Names that are known here */
                        entries: number;
                        /**
                         * Format: date
                         * @description The day of the list (YYYY-MM-DD)
                         */
                        list_date: string;
                        /**
                         * @description month: list_date is the last day of the month in which it is known to have been published
                         * @enum {unknown}
                         */
                        list_date_precision: "day" | "month";
                        /** @description Id of the list */
                        list_id: string;
                        /** @description Its name */
                        list_name: string;
                        /** @description Who publishes it */
                        publisher: string;
                        /** @description Where it is published */
                        source_url: string;
                        /**
                         * @description enjoined: a court has stopped the list from being acted on; its names are still on it
                         * @enum {unknown}
                         */
                        status: "in_force" | "enjoined";
                        /** @description Since when it has been enjoined; null where that is not known, or it is not */
                        status_since: string | null;
                    }[];
                };
                /** @description All overlays that were asked for, in numbers */
                values_summary: {
                    /**
                     * Format: date
                     * @description The date as of which lists were checked (YYYY-MM-DD)
                     */
                    as_of: string;
                    /** @description How many of the raised flags rest on what */
                    by_basis: {
                        /** @description Raised by the line of business */
                        industry_classification: number;
                        /** @description Raised by an official list */
                        official_list: number;
                    };
                    /** @description Overlays that could be checked */
                    flags_checked: number;
                    /** @description Overlays that flag the company */
                    flags_raised: number;
                    /** @description Overlays that were asked for and could not be checked: unknown, not clean */
                    not_checked: {
                        /**
                         * @description Why not, for programs
                         * @enum {unknown}
                         */
                        code: "no_list" | "no_classification" | "unclear_classification";
                        /** @description Why not, for people */
                        message: string;
                        /**
                         * @description Its name
                         * @enum {unknown}
                         */
                        overlay: "dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms";
                    }[];
                    /** @description Their names */
                    raised: ("dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms")[];
                };
                /** @description Whether the company’s line of business is one that the overlay names */
                weapons_defense?: {
                    /**
                     * @description What the flag rests on
                     * @enum {string}
                     */
                    basis: "industry_classification";
                    /** @description Whether the company’s line of business is flagged */
                    flagged: boolean;
                    /** @description Null where nothing matched */
                    match: {
                        /** @description The code or the ticker */
                        entity: string;
                        /**
                         * @description Whether the SIC code matched, or the ticker
                         * @enum {unknown}
                         */
                        matched_by: "sic" | "ticker";
                        /** @description Why it is flagged */
                        reason: string;
                    } | null;
                    /** @description What was looked up */
                    source: {
                        /**
                         * @description tickers: only companies named in the table can be flagged
                         * @enum {unknown}
                         */
                        coverage: "sic_and_tickers" | "tickers";
                        /** @description The company’s SIC code; null where it is not known */
                        sic: string | null;
                        /** @description Version of the table */
                        table: string;
                    };
                };
            } | {
                /** @description Overlays that a key can ask for */
                available: ("dod_1260h" | "uflpa" | "state_scrutinized" | "weapons_defense" | "fossil_fuels" | "tobacco" | "alcohol" | "gambling" | "adult_entertainment" | "private_prisons" | "civilian_firearms")[];
                /** @description How to get a key */
                note: string;
            };
            /** @description The verdicts that what is known still allows, best first: one where there is a verdict, several for not_screenable */
            possible: ("compliant" | "questionable" | "non_compliant")[];
            /** @description What part of dividends and gains a holder gives away */
            purification: {
                /** @description income for one share of share_basis.date, in currency; null without a share count, and where the basis of the count is unclear */
                amount_per_share: number | null;
                /** @description Upper end, in currency: the upper end of interest income over the fewest shares; null without a share count, or where nothing bounds it */
                amount_per_share_high: number | null;
                /** @description Lower end, in currency: the lower end of interest income over the most shares; null without a share count */
                amount_per_share_low: number | null;
                /**
                 * @description How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end
                 * @enum {unknown}
                 */
                basis: "reported" | "derived" | "bounded" | "unknown";
                /** @description For a fund: the weight of these holdings, in percent of net assets. Null for a company */
                coverage_pct: number | null;
                /** @description For a fund: the average rate of the holdings whose own rate is known, by weight, in percent. Null for a company, and where no rate is known */
                covered_rate_pct: number | null;
                /** @description ISO 4217: USD */
                currency: string | null;
                /** @description Upper end, in percent; null where nothing bounds it */
                high_pct: number | null;
                /** @description The interest income behind the percentage, over twelve months, in currency */
                income: number | null;
                /** @description How income was computed; null without it */
                income_from: unknown | null;
                /** @description Lower end of the percentage, in percent */
                low_pct: number;
                /** @description What the percentage rests on, and how it is meant */
                note: string;
                /** @description Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; basis, low_pct and high_pct say how closely it is known; null where nothing bounds it. For a fund, covered_rate_pct where its coverage is enough to stand for the whole, else null: never a bound */
                pct_of_dividends_and_gains: number | null;
                /** @description On which day’s shares these amounts are; null without a share count */
                share_basis: components["schemas"]["ShareBasis"] | null;
                /** @description Shares outstanding, as filed, on the basis of share_basis.counted */
                shares: number | null;
                /** @description Id of the evidence for shares */
                shares_evidence: string | null;
            };
            /** @description What each member of ratios is */
            ratio_info: {
                [key: string]: {
                    /** @description Name of an entry of amounts */
                    denominator: string;
                    /** @description The ratio in plain words */
                    label: string;
                    /** @description Name of an entry of amounts */
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
            /**
             * @description The rule set: current, the editions in force; classic, the texts before them
             * @enum {unknown}
             */
            rules: "current" | "classic";
            /** @description The sum of components, at most 69 for questionable, 39 for non_compliant and 0 for not_screenable */
            score: number;
            /** @description What the company is in, in plain words: Technology, Consumer Staples. Null where it is not known, and for funds */
            sector: string | null;
            /** @description What names the sector: our list of companies, the SIC code, or the source of the listing; null without a sector */
            sector_source: ("company" | "sic" | "listing") | null;
            /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
            stale: components["schemas"]["Stale"] | null;
            /** @description The verdict and why, in one plain sentence */
            summary: string;
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
            /**
             * Format: date
             * @description The day on which the answer was given, in UTC. Ages count to it (YYYY-MM-DD)
             */
            today: string;
            /** @description How balances are put into the currency of the price; null where the report is in it, or there is no price */
            translation: {
                /** @description The amounts that a capitalisation divides, in the currency of the price, by name */
                amounts: {
                    [key: string]: {
                        /** @description high of it times high */
                        high: number | null;
                        /** @description low of the amount times low */
                        low: number;
                    };
                };
                /**
                 * Format: date
                 * @description The day of the balances, whose rate counts (YYYY-MM-DD)
                 */
                date: string;
                /** @description The report’s currency, ISO 4217: TWD */
                from: string;
                /** @description The most that it was worth */
                high: {
                    /** @description Ids of rates, and constants of named rules */
                    over: (string | number)[];
                    /** @description Ids of rates, and constants of named rules */
                    times: (string | number)[];
                    /** @description The quotient */
                    value: number;
                };
                /** @description The least that one unit of from was worth in to: product of times over product of over */
                low: {
                    /** @description Ids of rates, and constants of named rules */
                    over: (string | number)[];
                    /** @description Ids of rates, and constants of named rules */
                    times: (string | number)[];
                    /** @description The quotient */
                    value: number;
                };
                /** @description The published rates that low and high rest on */
                rates: {
                    /** @description The currency of which one unit is worth value: EUR, USD */
                    base: string;
                    /** @description ISO 4217: TWD */
                    currency: string;
                    /** @description By which the factors in this answer name it */
                    id: string;
                    /**
                     * @description daily: of one day; monthly_average: of the days of one month
                     * @enum {unknown}
                     */
                    kind: "daily" | "monthly_average";
                    /**
                     * Format: date
                     * @description The day, or the last day of the month (YYYY-MM-DD)
                     */
                    period_end: string;
                    /** @description First day of the month; null for a daily rate (YYYY-MM-DD) */
                    period_start: string | null;
                    /** @description Who publishes it */
                    source: string;
                    /** @description Where it is published */
                    source_url: string;
                    /** @description Units of currency for one unit of base, as published */
                    value: number;
                }[];
                /** @description The assumption behind low and high; null where they are one daily rate */
                rule: "monthly_average_rate" | null;
                /** @description The currency of the price: USD */
                to: string;
            } | null;
            /**
             * @description What the ticker is; a fund has etf_look_through
             * @enum {unknown}
             */
            type: "company" | "fund";
        };
        /**
         * Search
         * @description Tickers that were found
         */
        Search: {
            /** @description Where nothing is found: the tickers and names nearest to it. Close ones are results, with match spelling */
            did_you_mean: {
                /** @description The filer’s number at the SEC, ten digits */
                cik: string;
                /** @description Of the listing: Nasdaq, NYSE. Null where it is not known */
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                /** @description The filer’s name at the SEC; null where it is not known */
                name: string | null;
                /** @description The ticker, in the SEC’s spelling: BRK-B */
                symbol: string;
                /**
                 * @description What the ticker is
                 * @enum {unknown}
                 */
                type: "company" | "fund";
            }[];
            /** @description Listings that ended and that the query names, with what became of them. Their present ticker, if there is one, is among the results */
            former: components["schemas"]["FormerListing"][];
            /** @description What was searched for, trimmed */
            query: string;
            /** @description Best first; if several things are searched for, one for each, in their order */
            results: {
                /** @description The filer’s number at the SEC, ten digits */
                cik: string;
                /** @description Of the listing: Nasdaq, NYSE. Null where it is not known */
                exchange: string | null;
                /** @description Whether there are facts here to screen it from; where there are none, live mode fetches them */
                facts_at_hand: boolean;
                /**
                 * @description How it matches: by the ticker; by a CIK, ISIN or CUSIP; by a ticker that it once had; by an everyday name or a name that it once had; by the beginning of the ticker, of the name, of words in it, or anywhere in it; or, where nothing else does, by its nearest spelling
                 * @enum {unknown}
                 */
                match: "ticker" | "number" | "former_ticker" | "brand" | "former_name" | "ticker_prefix" | "name_start" | "name_words" | "name_part" | "spelling";
                /** @description The filer’s name at the SEC; null where it is not known */
                name: string | null;
                /** @description The ticker, in the SEC’s spelling: BRK-B */
                symbol: string;
                /**
                 * @description What the ticker is
                 * @enum {unknown}
                 */
                type: "company" | "fund";
            }[];
            /** @description Whether several things are searched for: AAPL, MSFT */
            several: boolean;
        };
        /**
         * ShareBasis
         * @description On which day’s shares an amount per share is
         */
        ShareBasis: {
            /**
             * Format: date
             * @description The day of the filed count (YYYY-MM-DD)
             */
            counted: string;
            /**
             * Format: date
             * @description The day on whose shares the amounts are: that of the close, or of the count if there is none (YYYY-MM-DD)
             */
            date: string;
            /** @description The same: the most */
            factor_high: number;
            /** @description Shares of date for one share of the filed count: the least. 20 after a 20-for-1 split; 0.2 where a depositary share stands for five */
            factor_low: number;
            /** @description The closes that show the basis, oldest first */
            quotes: {
                /** @description The close of one share */
                close: number;
                /**
                 * Format: date
                 * @description The trading day (YYYY-MM-DD)
                 */
                date: string;
                /** @description The capitalisation as the source gives it; over close it is the number of shares */
                market_cap: number | null;
                /** @description Where the price comes from */
                source: string;
            }[];
            /** @description Ids of the evidence of splits that the filing states */
            splits: string[];
            /**
             * @description listed: the capitalisation over the close gives the filed count, so nothing was split in between. split: it gives a multiple of it, by a split since. depositary: it gives a fraction or a multiple of it, on the day of the count as now: the ticker is that of a depositary share, and so are the amounts. counted: no capitalisation is known, and the amount is on the shares of the count’s own date. unclear: the amount is an interval that holds both bases, and why says what is in doubt
             * @enum {unknown}
             */
            status: "listed" | "split" | "depositary" | "counted" | "unclear";
            /** @description Why the basis is unclear; null where it is known */
            why: ("split_filed" | "price_jump" | "counts_differ") | null;
        };
        /**
         * Stale
         * @description A newer periodic report is due by the filer’s own calendar, and is not here
         */
        Stale: {
            /**
             * Format: date
             * @description The first day on which the report that was due counts as overdue (YYYY-MM-DD)
             */
            since: string;
            /**
             * @description report_not_here: filings of that time are not here, so the report may well have been filed; report_late: filings are known up to the day that counts, and it is not among them
             * @enum {unknown}
             */
            why: "report_not_here" | "report_late";
        };
        /**
         * ValidationError
         * @description The request does not match the schema
         */
        ValidationError: {
            /** @description Every fault of the request */
            detail: {
                /** @description Not used */
                ctx?: Record<string, never>;
                /** @description The faulty value, if it is short and not secret */
                input?: unknown;
                /** @description Where: query, path, header or body, then names and positions */
                loc: (string | number)[];
                /** @description What is wrong, for people */
                msg: string;
                /** @description A stable word, for programs: missing, too_long */
                type: string;
            }[];
        };
        /**
         * Zakat
         * @description The zakat of shares held to trade and for income, with its arithmetic
         */
        Zakat: {
            /** @description What is neither a listed share nor cash in US dollars of zero or more */
            apart: components["schemas"]["PortfolioLineApart"][];
            /**
             * Format: date
             * @description The day on which the answer was given, in UTC (YYYY-MM-DD)
             */
            as_of: string;
            /** @description The same: at most */
            base_high: number;
            /** @description What counts in all, without left_out: at least */
            base_low: number;
            /** @description Lines of cash in US dollars, which count in full */
            cash: number;
            /** @description The same: at most; null where something is left out and decides whether the nisab is reached, since then nothing bounds it */
            due_high: number | null;
            /** @description The zakat of the base: at least; 0 unless the nisab is certainly reached */
            due_low: number;
            /** @description US dollars for a gram of gold of 24 carats, as asked */
            gold_price: number;
            /** @description The largest first; those that are not counted last */
            holdings: components["schemas"]["ZakatHolding"][];
            /** @description What is not in the base: symbols, and lines as they are written */
            left_out: string[];
            /** @description The value of 85 grams of it */
            nisab: number;
            /** @description Lines that are bought after as_of, and do not count */
            not_yet_held: {
                /** @description From 1 */
                line: number;
                /** @description What it calls itself, and the day */
                text: string;
            }[];
            /** @description What counts, and by whose rule. No ruling */
            note: string;
            /** @description Other wealth that counts, as asked */
            other: number;
            /** @description 2.5 for a lunar year, 2.577 for a solar one */
            rate_pct: number;
            /**
             * @description Whether what counts reaches the nisab. open: what is not known decides
             * @enum {unknown}
             */
            reaches: "yes" | "no" | "open";
            /** @description Whether short-term securities of a company count with its cash */
            securities: boolean;
            /** @description Lines that were sold by as_of, and do not count */
            sold: {
                /** @description From 1 */
                line: number;
                /** @description What it calls itself, and the day */
                text: string;
            }[];
            /** @description Lines in which nothing was found, a day that does not exist, or a reason for holding that is none */
            unread: {
                /** @description From 1 */
                line: number;
                /** @description Its beginning, or what in it says nothing */
                text: string;
            }[];
            /**
             * @description The year that the rate is for
             * @enum {unknown}
             */
            year: "lunar" | "solar";
        };
        /**
         * ZakatBalance
         * @description What counts for zakat of a company, from its newest balance sheet
         */
        ZakatBalance: {
            /** @description At most; null where nothing bounds it */
            cash_high: number | null;
            /** @description At least */
            cash_low: number;
            /** @description Of the amounts, ISO 4217; null where the report has none */
            currency: string | null;
            /** @description The same: at most */
            factor_high: number;
            /** @description Shares of today for one share of the filed count, after splits: at least */
            factor_low: number;
            /** @description At most; null where nothing bounds it */
            inventories_high: number | null;
            /** @description At least */
            inventories_low: number;
            /** @description The same: at most */
            per_share_high: number | null;
            /** @description total over the shares: at least */
            per_share_low: number;
            /** @description At most; null where nothing bounds it */
            receivables_high: number | null;
            /** @description At least */
            receivables_low: number;
            report: components["schemas"]["Report"];
            /** @description As filed */
            shares_outstanding: number;
            /** @description Whether a newer report is overdue and not here */
            stale: boolean;
            /** @description The tags of the figures behind total and shares_outstanding, in that report */
            tags: string[];
            /** @description The same: at most, and no more than its current assets */
            total_high: number | null;
            /** @description What counts of the company: at least */
            total_low: number;
        };
        /**
         * ZakatHolding
         * @description What counts for zakat of one holding
         */
        ZakatHolding: {
            /** @description For income: the figures behind it; null without a report */
            balance: components["schemas"]["ZakatBalance"] | null;
            /** @description The day of the close; null where none was used (YYYY-MM-DD) */
            close_date: string | null;
            /** @description The same: at most */
            counts_high: number | null;
            /** @description What counts of the holding, in US dollars: at least; null unless it is counted */
            counts_low: number | null;
            /**
             * @description trade: at market value. income: by the balance sheet
             * @enum {unknown}
             */
            held_for: "trade" | "income";
            /** @description The filer’s name at the SEC */
            name: string | null;
            /** @description Why it could not be screened; null where it could */
            problem: string | null;
            /** @description The sum of its lines; null where none says how many */
            shares: number | null;
            /**
             * @description counted. no_value: to trade, and no value in dollars is given or can be had. no_measure: to trade, and its lines do not all give a value in dollars, nor all a quantity. not_listed: its listing ended, so its shares may no longer exist; to trade, a value that is given counts. no_shares: for income, and a line does not say how many. fund: for income, and a fund’s filings have no balance sheets of what it holds. no_balance: no report of the last 18 months with a share count is here. other_currency: the report is not in US dollars. not_bounded: nothing filed says how much it can be at most. not_screened: see problem
             * @enum {unknown}
             */
            state: "counted" | "no_value" | "not_listed" | "no_measure" | "no_shares" | "fund" | "no_balance" | "other_currency" | "not_bounded" | "not_screened";
            /** @description The ticker, in the SEC’s spelling: BRK-B */
            symbol: string;
            /** @description To trade: its market value in US dollars; null where it is not known */
            value: number | null;
            /** @description Null without a value */
            value_from: ("given" | "close") | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Pages of which origin may read the answer: * is any */
        "access-control-allow-origin": string;
        /** @description Headers of the answer that a page of another origin may read */
        "access-control-expose-headers": string;
        /** @description Who may keep the answer, and whether it must ask again */
        "cache-control": string;
        /** @description Sent back in If-None-Match, it gives 304 while the answer is the same */
        etag: string;
        /** @description Where the answer is */
        location: string;
        /** @description Requests left in the present window, and seconds until it ends */
        ratelimit: string;
        /** @description Requests allowed in a window of so many seconds */
        "ratelimit-policy": string;
        /** @description Seconds to wait before the next attempt */
        "retry-after": string;
        /** @description Only where another key of this key’s address is the current one: when this key ends, and how to keep it */
        "sanad-key-notice": string;
        /** @description The session, for the pages */
        "set-cookie": string;
        /** @description How to prove who is calling */
        "www-authenticate": string;
        /** @description Names this request in the service’s log: quote it when you report a fault */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readSealKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Public keys, by name */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key that seals screenings */
                        screener: {
                            /**
                             * @description The algorithm
                             * @enum {string}
                             */
                            alg: "ed25519";
                            /** @description `sha256:` and the SHA-256 of the key’s bytes, in hex */
                            fingerprint: string;
                            /** @description Its name in signatures */
                            kid: string;
                            /** @description Until when it signed; null for the present key */
                            not_after: string | null;
                            /** @description From when it signs */
                            not_before: string;
                            /** @description The key in hex */
                            public_key: string;
                            /** @description Replaced keys, newest first: what one signed in its time stays valid */
                            retired?: {
                                /**
                                 * @description The algorithm
                                 * @enum {string}
                                 */
                                alg: "ed25519";
                                /** @description `sha256:` and the SHA-256 of the key’s bytes, in hex */
                                fingerprint: string;
                                /** @description Its name in signatures */
                                kid: string;
                                /** @description Until when it signed; null for the present key */
                                not_after: string | null;
                                /** @description From when it signs */
                                not_before: string;
                                /** @description The key in hex */
                                public_key: string;
                                /**
                                 * @description What it signs: statements, and heads of their list
                                 * @enum {string}
                                 */
                                role: "attester";
                            }[];
                            /**
                             * @description What it signs: statements, and heads of their list
                             * @enum {string}
                             */
                            role: "attester";
                        };
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The present password; an API key of the account if it has none yet */
                    current_password: string;
                    /** @description At least 15 characters */
                    new_password: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description The present password; an API key of the account if it has none yet */
                    current_password: string;
                    /** @description At least 15 characters */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The password is changed, and every other session of the account has ended */
                        data: {
                            /**
                             * @description Always true here
                             * @enum {boolean}
                             */
                            changed: true;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description For a form: the page in Location */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    listPosts: {
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
                    "cache-control": components["headers"]["cache-control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The posts */
                        data: {
                            /** @description Newest first */
                            posts: {
                                /** @description When it was last changed (ISO 8601) */
                                changed_at: string;
                                /** @description For lists and the feed; empty for none */
                                excerpt: string;
                                /** @description Its permanent id in feeds: a URN */
                                id: string;
                                /** @description Its address on this service */
                                path: string;
                                /** @description Whether readers see it */
                                published: boolean;
                                /** @description When it was first published (ISO 8601); null if it never was */
                                published_at: string | null;
                                /** @description The last part of its address */
                                slug: string;
                                /** @description Its title */
                                title: string;
                            }[];
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    savePost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its text in Markdown */
                    body_md: string;
                    /**
                     * @description For lists and the feed
                     * @default
                     */
                    excerpt?: string;
                    /**
                     * @description Whether readers see it
                     * @default false
                     */
                    published?: boolean;
                    /** @description The last part of its address */
                    slug: string;
                    /** @description Its title */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A post without its text */
                        data: {
                            /** @description When it was last changed (ISO 8601) */
                            changed_at: string;
                            /** @description For lists and the feed; empty for none */
                            excerpt: string;
                            /** @description Its permanent id in feeds: a URN */
                            id: string;
                            /** @description Its address on this service */
                            path: string;
                            /** @description Whether readers see it */
                            published: boolean;
                            /** @description When it was first published (ISO 8601); null if it never was */
                            published_at: string | null;
                            /** @description The last part of its address */
                            slug: string;
                            /** @description Its title */
                            title: string;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    readStatistics: {
        parameters: {
            query?: {
                /** @description The days in which an account counts as activated */
                activation_days?: number;
                /** @description The days of the period, which ends today */
                days?: number;
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
                    "cache-control": components["headers"]["cache-control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The figures of a period */
                        data: {
                            /** @description Who stayed */
                            activation: {
                                /** @description Accounts that have had all the days */
                                old: {
                                    /** @description Accounts */
                                    accounts: number;
                                    /** @description Those of them that had something screened */
                                    activated: number;
                                    /** @description Activated of all, as a fraction; null without an account */
                                    share: number | null;
                                };
                                /** @description Accounts that have not */
                                young: {
                                    /** @description Accounts */
                                    accounts: number;
                                    /** @description Those of them that had something screened */
                                    activated: number;
                                };
                            };
                            /** @description Days in which an account counts as activated */
                            activation_days: number;
                            /** @description Alerts of the period */
                            alerts: {
                                /** @description Given up after all attempts */
                                given_up: number;
                                /** @description Delivered */
                                sent: number;
                            };
                            /** @description Where sign-ups say they come from */
                            attribution: {
                                /** @description From it */
                                sign_ups: number;
                                /** @description As the sign-up names it */
                                source: string;
                            }[];
                            /** @description By tier, operation and status */
                            calls: {
                                /** @description How often */
                                calls: number;
                                /** @description What was called */
                                operation: string;
                                /** @description The HTTP status */
                                status: number;
                                /**
                                 * @description The callers’ tier; none for requests with an invalid key
                                 * @enum {unknown}
                                 */
                                tier: "demo" | "free" | "partner" | "none";
                            }[];
                            /** @description Days of the period */
                            days: number;
                            /**
                             * Format: date
                             * @description The first day (YYYY-MM-DD)
                             */
                            from: string;
                            /** @description At this moment */
                            keys: {
                                /** @description All accounts */
                                accounts: number;
                                /** @description Keys that are accepted now */
                                active: number;
                                /** @description Accounts of the partner tier */
                                partners: number;
                            };
                            /** @description The newest purchases; those paid but without an account first */
                            payments: {
                                /** @description The account whose tier it pays for; null if it matches none */
                                account: string | null;
                                /** @description The address of that account */
                                account_email: string | null;
                                /** @description In the currency’s smallest unit */
                                amount: number | null;
                                /** @description When the operator assigned it (ISO 8601); null if the operator did not */
                                assigned_at: string | null;
                                /** @description When the checkout was made (ISO 8601) */
                                created_at: string | null;
                                /** @description Its code */
                                currency: string | null;
                                /** @description The provider’s id of the payer */
                                customer: string | null;
                                /** @description The payer’s address, as the provider has it */
                                email: string | null;
                                /** @description The provider’s id of the checkout */
                                id: string;
                                /** @description How the account was found; null if none was */
                                matched_by: ("reference" | "email" | "admin") | null;
                                /** @description When the money arrived (ISO 8601); null while it is on its way */
                                paid_at: string | null;
                                /** @description The provider’s id of the payment */
                                payment_intent: string | null;
                                /**
                                 * @description What became of it
                                 * @enum {unknown}
                                 */
                                state: "waiting" | "paid" | "unpaid" | "refunded" | "ended";
                                /** @description The provider’s id of the subscription */
                                subscription: string | null;
                            }[];
                            /** @description New accounts */
                            sign_ups: {
                                /** @description In the same number of days before it */
                                before: number;
                                /** @description Each day, oldest first */
                                by_day: {
                                    /** @description Accounts */
                                    accounts: number;
                                    /** @description Those of them that had something screened */
                                    activated: number;
                                    /**
                                     * Format: date
                                     * @description The day (YYYY-MM-DD)
                                     */
                                    day: string;
                                }[];
                                /** @description In the period */
                                total: number;
                            };
                            /**
                             * Format: date
                             * @description The last day (YYYY-MM-DD)
                             */
                            through: string;
                            /** @description The tickers asked for most */
                            tickers: {
                                /** @description Those that are not known */
                                not_found: {
                                    /** @description How often */
                                    calls: number;
                                    /** @description A known ticker that people may have meant; null for none */
                                    meant: string | null;
                                    /** @description The company; null if the ticker is not known */
                                    name: string | null;
                                    /** @description As it was asked for */
                                    ticker: string;
                                }[];
                                /** @description Those without one */
                                not_screenable: {
                                    /** @description How often */
                                    calls: number;
                                    /** @description A known ticker that people may have meant; null for none */
                                    meant: string | null;
                                    /** @description The company; null if the ticker is not known */
                                    name: string | null;
                                    /** @description As it was asked for */
                                    ticker: string;
                                }[];
                                /** @description Those with a verdict */
                                top: {
                                    /** @description How often */
                                    calls: number;
                                    /** @description A known ticker that people may have meant; null for none */
                                    meant: string | null;
                                    /** @description The company; null if the ticker is not known */
                                    name: string | null;
                                    /** @description As it was asked for */
                                    ticker: string;
                                }[];
                            };
                            /** @description People on the waiting list, the most first */
                            waitlist: {
                                /** @description What they wait for */
                                interest: string;
                                /** @description Since the beginning */
                                people: number;
                                /** @description In the period */
                                recent: number;
                            }[];
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    /** @description Where the person came from; may be left out */
                    attribution?: {
                        /**
                         * @description The first page that was opened
                         * @default null
                         */
                        landing_page?: string | null;
                        /**
                         * @description The page that led there
                         * @default null
                         */
                        referrer?: string | null;
                        /**
                         * @description The campaign’s name
                         * @default null
                         */
                        utm_campaign?: string | null;
                        /**
                         * @description Which of its links
                         * @default null
                         */
                        utm_content?: string | null;
                        /**
                         * @description The campaign’s medium: email
                         * @default null
                         */
                        utm_medium?: string | null;
                        /**
                         * @description The campaign’s source: newsletter
                         * @default null
                         */
                        utm_source?: string | null;
                    } | null;
                    /** @description An e-mail address; upper case and spaces around it do not matter */
                    email: string;
                    /**
                     * @description What the key is for, in a word: app
                     * @default
                     */
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A new key */
                        data: {
                            /** @description Shown only once; only a keyed hash of it is stored */
                            api_key: string;
                            /**
                             * @description The header to send it in
                             * @enum {string}
                             */
                            header: "x-api-key";
                            /** @description How to keep the key */
                            note: string;
                            /** @description For all keys of the account together; null: no limit */
                            requests_per_minute: number | null;
                            /**
                             * @description What the key allows
                             * @enum {string}
                             */
                            tier: "free";
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key that was kept */
                        data: {
                            /** @description The part of the key that may be shown */
                            label: string;
                            /**
                             * @description It has no end
                             * @enum {string}
                             */
                            status: "current";
                            /**
                             * @description What the key allows
                             * @enum {unknown}
                             */
                            tier: "free" | "partner";
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A key, in place of address and password
                     * @default
                     */
                    api_key?: string;
                    /**
                     * @description The account’s address
                     * @default
                     */
                    email?: string;
                    /** @description Of our forms: a list of holdings to go on with */
                    holdings?: string;
                    /** @description Of our forms: the methodologies of the list */
                    methodologies?: string;
                    /** @description Of our forms: the page to return to */
                    next?: string;
                    /**
                     * @description Its password
                     * @default
                     */
                    password?: string;
                    /** @description Of our forms: the ticker to watch then */
                    watch?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description A key, in place of address and password
                     * @default
                     */
                    api_key?: string;
                    /**
                     * @description The account’s address
                     * @default
                     */
                    email?: string;
                    /** @description Of our forms: a list of holdings to go on with */
                    holdings?: string;
                    /** @description Of our forms: the methodologies of the list */
                    methodologies?: string;
                    /** @description Of our forms: the page to return to */
                    next?: string;
                    /**
                     * @description Its password
                     * @default
                     */
                    password?: string;
                    /** @description Of our forms: the ticker to watch then */
                    watch?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session, whose cookie the answer sets */
                        data: {
                            /** @description When the session ends (ISO 8601) */
                            expires_at: string;
                            /**
                             * @description The tier of the account
                             * @enum {unknown}
                             */
                            tier: "free" | "partner";
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description For a form: the page in Location */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description For a form: the page in Location */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    takePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The bytes that were signed */
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The event is taken */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true here
                         * @enum {boolean}
                         */
                        received: true;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    /** @description Where the person came from; may be left out */
                    attribution?: {
                        /**
                         * @description The first page that was opened
                         * @default null
                         */
                        landing_page?: string | null;
                        /**
                         * @description The page that led there
                         * @default null
                         */
                        referrer?: string | null;
                        /**
                         * @description The campaign’s name
                         * @default null
                         */
                        utm_campaign?: string | null;
                        /**
                         * @description Which of its links
                         * @default null
                         */
                        utm_content?: string | null;
                        /**
                         * @description The campaign’s medium: email
                         * @default null
                         */
                        utm_medium?: string | null;
                        /**
                         * @description The campaign’s source: newsletter
                         * @default null
                         */
                        utm_source?: string | null;
                    } | null;
                    /** @description An e-mail address; upper case and spaces around it do not matter */
                    email: string;
                    /**
                     * @description Which product: screening, agents or both
                     * @default both
                     */
                    interest?: string;
                    /**
                     * @description What it would be used for
                     * @default
                     */
                    use_case?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The address is stored */
                        data: {
                            /**
                             * @description Also where the address had joined before
                             * @enum {boolean}
                             */
                            joined: true;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    showBadge: {
        parameters: {
            query?: {
                /** @description The language of the image: en by default */
                lang?: "en" | "ar";
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
            };
            header?: never;
            path: {
                /** @description The ticker: AAPL, BRK-B */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Companies with stored facts */
                        companies_with_facts: number;
                        /** @description How current stored facts and prices are; null where live mode is off */
                        current: {
                            /** @description Of the SEC’s filings */
                            facts: {
                                /** @description Companies that filed since they were last fetched */
                                companies_due: number;
                                /** @description The newest day of the SEC’s index of filings that was read (YYYY-MM-DD); null before the first */
                                index_through: string | null;
                                /** @description When the index was last read, in UTC; null if never */
                                last_run_at: string | null;
                                /** @description Why the last run did not finish; null where it did */
                                problem: string | null;
                            };
                            /** @description Of the daily listing; null where prices come from elsewhere */
                            prices: {
                                /** @description When the listing was last fetched, in UTC; null if never */
                                last_checked_at: string | null;
                                /** @description The trading day of the newest close (YYYY-MM-DD); null if there is none */
                                session: string | null;
                            } | null;
                        } | null;
                        /** @description Where stored facts came from: snapshot, sec_bulk */
                        data_source: string;
                        /** @description Version of the rules and formulas */
                        engine_version: string;
                        /** @description Whether what is not stored is fetched from the SEC on request */
                        live_mode: boolean;
                        /** @description The date of the embedded snapshot (YYYY-MM-DD); null without it */
                        snapshot_as_of: string | null;
                        /**
                         * @description The store answers
                         * @enum {string}
                         */
                        status: "ok";
                        /** @description Tickers that are known */
                        tickers: number;
                        /** @description Of the product */
                        version: string;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    /**
                     * @description The version of JSON-RPC
                     * @enum {string}
                     */
                    jsonrpc: "2.0";
                    /** @description tools/list, tools/call, or another of the protocol */
                    method: string;
                    /** @description As the protocol says for the method */
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description That of the message; null where it could not be read */
                        id: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                        /** @description As the protocol says for the method; of tools/call, content and structuredContent */
                        result: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                };
            };
            /** @description A notification was accepted */
            202: {
                headers: {
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request does not match the schema */
            422: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
                        jsonrpc: "2.0";
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Currently unavailable */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Why there is no result */
                        error: {
                            /** @description Of JSON-RPC; -32000 for a refusal of this service */
                            code: number;
                            /** @description Of a refusal: its code, request_id and, if over a limit, retry_after_s */
                            data?: unknown;
                            /** @description What is wrong and what to do */
                            message: string;
                        };
                        /** @description That of the message; null where it could not be read */
                        id?: string | number | null;
                        /**
                         * @description The version of JSON-RPC
                         * @enum {string}
                         */
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
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For a form: the page in Location */
            303: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    location: components["headers"]["location"];
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The caller's tier does not include this */
            403: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    rebuildFunds: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the run did */
                        data: {
                            /**
                             * Format: date
                             * @description The date of the screenings, YYYY-MM-DD. From the embedded snapshot alone, each company is screened as of the last day for which its facts are known, at the latest this
                             */
                            as_of: string;
                            /**
                             * @description Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request
                             * @enum {unknown}
                             */
                            data_source: "snapshot" | "sec_bulk" | "sec_live";
                            /** @description Milliseconds */
                            duration_ms: number;
                            /** @description Version of the rules and formulas */
                            engine_version: string;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            finished_at: string;
                            /** @description Listings left out, by reason */
                            left_out: {
                                [key: string]: number;
                            };
                            /** @description Lines in the ranking */
                            ranked: number;
                            /**
                             * @description Which ranking was rebuilt
                             * @enum {unknown}
                             */
                            ranking: "leaders" | "value" | "funds";
                            /**
                             * @description The rule set: current, the editions in force; classic, the texts before them
                             * @enum {unknown}
                             */
                            rules: "current" | "classic";
                            /** @description Listings with stored facts */
                            screened: number;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            started_at: string;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the run did */
                        data: {
                            /**
                             * Format: date
                             * @description The date of the screenings, YYYY-MM-DD. From the embedded snapshot alone, each company is screened as of the last day for which its facts are known, at the latest this
                             */
                            as_of: string;
                            /**
                             * @description Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request
                             * @enum {unknown}
                             */
                            data_source: "snapshot" | "sec_bulk" | "sec_live";
                            /** @description Milliseconds */
                            duration_ms: number;
                            /** @description Version of the rules and formulas */
                            engine_version: string;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            finished_at: string;
                            /** @description Listings left out, by reason */
                            left_out: {
                                [key: string]: number;
                            };
                            /** @description Lines in the ranking */
                            ranked: number;
                            /**
                             * @description Which ranking was rebuilt
                             * @enum {unknown}
                             */
                            ranking: "leaders" | "value" | "funds";
                            /**
                             * @description The rule set: current, the editions in force; classic, the texts before them
                             * @enum {unknown}
                             */
                            rules: "current" | "classic";
                            /** @description Listings with stored facts */
                            screened: number;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            started_at: string;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the run did */
                        data: {
                            /**
                             * Format: date
                             * @description The date of the screenings, YYYY-MM-DD. From the embedded snapshot alone, each company is screened as of the last day for which its facts are known, at the latest this
                             */
                            as_of: string;
                            /**
                             * @description Where the facts came from: the embedded snapshot, the SEC’s bulk file, or the SEC on request
                             * @enum {unknown}
                             */
                            data_source: "snapshot" | "sec_bulk" | "sec_live";
                            /** @description Milliseconds */
                            duration_ms: number;
                            /** @description Version of the rules and formulas */
                            engine_version: string;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            finished_at: string;
                            /** @description Listings left out, by reason */
                            left_out: {
                                [key: string]: number;
                            };
                            /** @description Lines in the ranking */
                            ranked: number;
                            /**
                             * @description Which ranking was rebuilt
                             * @enum {unknown}
                             */
                            ranking: "leaders" | "value" | "funds";
                            /**
                             * @description The rule set: current, the editions in force; classic, the texts before them
                             * @enum {unknown}
                             */
                            rules: "current" | "classic";
                            /** @description Listings with stored facts */
                            screened: number;
                            /**
                             * Format: date-time
                             * @description In UTC
                             */
                            started_at: string;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    attestTicker: {
        parameters: {
            query?: {
                /** @description Screen as of this date (YYYY-MM-DD), from what was filed by then; not in the future. Default: the newest date for which there are facts */
                as_of?: string;
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
                /** @description Values overlays to add to the screening: all, or comma-separated names. They never change the verdict or the score. Requires a key; without one, only the available names are returned. */
                overlays?: string;
                /** @description The rule set: current, the editions in force (default); classic, the texts before them */
                rules?: "current" | "classic";
            };
            header?: never;
            path: {
                /** @description A US ticker, in any case: AAPL, BRK.B, brk-b */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A screening, and the statement that seals it */
                        data: {
                            /** @description Its place in the list of all that was attested */
                            listed: {
                                /** @description The list up to this statement, signed */
                                head: {
                                    /** @description What the issuer says of its list */
                                    head: {
                                        /** @description When the list was so */
                                        at: string;
                                        /** @description Whose list it is */
                                        issuer: string;
                                        /** @description Of all statements up to this number; 64 zeros for none */
                                        list_hash: string;
                                        /** @description How many statements it has; they are numbered from 1 */
                                        size: number;
                                        /**
                                         * @description The format
                                         * @enum {string}
                                         */
                                        type: "sanad/statement-head/1";
                                    };
                                    /** @description SHA-256 of the head’s canonical JSON (RFC 8785) */
                                    head_hash: string;
                                    /** @description The issuer’s signature */
                                    signature: {
                                        /**
                                         * @description The algorithm
                                         * @enum {string}
                                         */
                                        alg: "ed25519";
                                        /** @description Whose key signed */
                                        kid: string;
                                        /** @description The signature in hex, over the 64 ASCII characters of the hash */
                                        sig: string;
                                    };
                                };
                                /** @description Its number in GET /v1/attestations */
                                number: number;
                                /** @description list_hash of the list before it; 64 zeros for the first */
                                previous: string;
                            };
                            /** @description What both are signed with, in hex: 32 bytes of Ed25519. Compare it with a copy of /.well-known/keys.json that you kept */
                            public_key: string;
                            screening: components["schemas"]["Screening"];
                            /** @description What the issuer says of the ticker by this screening, signed */
                            sealed: {
                                /** @description The issuer’s signature */
                                signature: {
                                    /**
                                     * @description The algorithm
                                     * @enum {string}
                                     */
                                    alg: "ed25519";
                                    /** @description Whose key signed */
                                    kid: string;
                                    /** @description The signature in hex, over the 64 ASCII characters of the hash */
                                    sig: string;
                                };
                                /** @description What the issuer says */
                                statement: {
                                    /** @description The instant of which the claims are true. Ages are counted from it */
                                    as_of: string;
                                    /** @description Each stands for itself; a rule says which it needs */
                                    claims: string[];
                                    /** @description SHA-256 of what the claims rest on, as the issuer publishes it */
                                    evidence_hash: string;
                                    /** @description From this instant on it says nothing */
                                    expires_at: string;
                                    /** @description When the issuer said it */
                                    issued_at: string;
                                    /** @description Who says it */
                                    issuer: string;
                                    /** @description How the issuer found out, with its version: another method is another statement */
                                    method: string;
                                    /** @description The issuer knows that newer facts are due, and does not have them */
                                    stale: boolean;
                                    /** @description What is spoken of */
                                    subject: {
                                        /** @description What is spoken of: `ticker`, `payee` … */
                                        kind: string;
                                        /** @description Which one. A rule compares it with a param of an action, character by character */
                                        value: string;
                                    };
                                    /**
                                     * @description The format
                                     * @enum {string}
                                     */
                                    type: "sanad/statement/1";
                                };
                                /** @description SHA-256 of the statement’s canonical JSON (RFC 8785) */
                                statement_hash: string;
                            };
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    listAttestations: {
        parameters: {
            query?: {
                /** @description The first number; default 1 */
                from?: number;
                /** @description Statements a page; default 100 */
                limit?: number;
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A part of the list */
                        data: {
                            /** @description The whole list, as it is now, signed */
                            head: {
                                /** @description What the issuer says of its list */
                                head: {
                                    /** @description When the list was so */
                                    at: string;
                                    /** @description Whose list it is */
                                    issuer: string;
                                    /** @description Of all statements up to this number; 64 zeros for none */
                                    list_hash: string;
                                    /** @description How many statements it has; they are numbered from 1 */
                                    size: number;
                                    /**
                                     * @description The format
                                     * @enum {string}
                                     */
                                    type: "sanad/statement-head/1";
                                };
                                /** @description SHA-256 of the head’s canonical JSON (RFC 8785) */
                                head_hash: string;
                                /** @description The issuer’s signature */
                                signature: {
                                    /**
                                     * @description The algorithm
                                     * @enum {string}
                                     */
                                    alg: "ed25519";
                                    /** @description Whose key signed */
                                    kid: string;
                                    /** @description The signature in hex, over the 64 ASCII characters of the hash */
                                    sig: string;
                                };
                            };
                            /** @description Send it as from for those that follow; null at the end */
                            next_from: number | null;
                            /** @description list_hash of the list before the first of these; 64 zeros before number 1 */
                            previous: string;
                            /** @description Statements in the order of their numbers */
                            statements: {
                                /** @description SHA-256 of the canonical JSON of number, previous (the list_hash before it) and statement_hash */
                                list_hash: string;
                                /** @description Its number */
                                number: number;
                                /** @description Null once it was removed, some time after it expired */
                                sealed: {
                                    /** @description The issuer’s signature */
                                    signature: {
                                        /**
                                         * @description The algorithm
                                         * @enum {string}
                                         */
                                        alg: "ed25519";
                                        /** @description Whose key signed */
                                        kid: string;
                                        /** @description The signature in hex, over the 64 ASCII characters of the hash */
                                        sig: string;
                                    };
                                    /** @description What the issuer says */
                                    statement: {
                                        /** @description The instant of which the claims are true. Ages are counted from it */
                                        as_of: string;
                                        /** @description Each stands for itself; a rule says which it needs */
                                        claims: string[];
                                        /** @description SHA-256 of what the claims rest on, as the issuer publishes it */
                                        evidence_hash: string;
                                        /** @description From this instant on it says nothing */
                                        expires_at: string;
                                        /** @description When the issuer said it */
                                        issued_at: string;
                                        /** @description Who says it */
                                        issuer: string;
                                        /** @description How the issuer found out, with its version: another method is another statement */
                                        method: string;
                                        /** @description The issuer knows that newer facts are due, and does not have them */
                                        stale: boolean;
                                        /** @description What is spoken of */
                                        subject: {
                                            /** @description What is spoken of: `ticker`, `payee` … */
                                            kind: string;
                                            /** @description Which one. A rule compares it with a param of an action, character by character */
                                            value: string;
                                        };
                                        /**
                                         * @description The format
                                         * @enum {string}
                                         */
                                        type: "sanad/statement/1";
                                    };
                                    /** @description SHA-256 of the statement’s canonical JSON (RFC 8785) */
                                    statement_hash: string;
                                } | null;
                                /** @description SHA-256 of the statement’s canonical JSON */
                                statement_hash: string;
                            }[];
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
            query?: {
                /** @description Only these members of each screening, comma-separated: symbol, name, cik, type, exchange, sector, sector_source, industry, as_of, today, facts_through, stale, rules, engine_version, compliance, possible, decided_methodologies, score, summary, components, ratios, ratio_info, business_activity, methodologies, purification, amounts, translation, evidence, market_data, anchor, data_age_days, next_report_expected, missing, approximations, last_verdict, next_step, data_source, etf_look_through, chosen, overlays. Default: all. A screening then has no other members, although its schema requires them; one that it does not have is left out */
                fields?: string;
                /** @description Of a fund: list none of its holdings, or the 10 largest (top, the default). GET /v1/screen/{ticker} lists all */
                holdings?: "none" | "top";
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
            };
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Screenings and errors */
                        data: {
                            /** @description One for each symbol, in request order; with fields, screenings have only those members */
                            results: (components["schemas"]["Screening"] | {
                                /** @description Why there is no screening */
                                error: {
                                    /** @description Stable, for programs: malformed_ticker, ticker_not_found, facts_unavailable */
                                    code: string;
                                    /** @description What is wrong and what to do */
                                    message: string;
                                };
                                /** @description As it was asked for */
                                symbol: string;
                            })[];
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A job that runs in the background */
                        data: {
                            /** @description Symbols that have their result; never decreases */
                            done: number;
                            /** @description Id of the job */
                            job_id: string;
                            /** @description Poll this URL for progress and results */
                            poll: string;
                            /**
                             * @description complete: every symbol has its result
                             * @enum {unknown}
                             */
                            status: "pending" | "complete";
                            /** @description Symbols in the job */
                            total: number;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The job, and its results once it is complete */
                        data: {
                            /** @description Symbols that have their result; never decreases */
                            done: number;
                            /** @description Id of the job */
                            job_id: string;
                            /** @description Poll this URL for progress and results */
                            poll: string;
                            /**
                             * @description Poll again
                             * @enum {string}
                             */
                            status: "pending";
                            /** @description Symbols in the job */
                            total: number;
                        } | {
                            /** @description Symbols that have their result; never decreases */
                            done: number;
                            /** @description Id of the job */
                            job_id: string;
                            /** @description Poll this URL for progress and results */
                            poll: string;
                            /** @description One for each symbol, in request order */
                            results: ({
                                /**
                                 * Format: date
                                 * @description The date as of which was screened: only what was filed by then counts (YYYY-MM-DD)
                                 */
                                as_of: string;
                                /**
                                 * @description The verdict. not_screenable: what is known leaves more than one verdict possible
                                 * @enum {unknown}
                                 */
                                compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                                /** @description What each methodology says, by its id */
                                methodologies: {
                                    [key: string]: "pass" | "fail" | "unknown";
                                };
                                /**
                                 * @description How closely it is known. reported: as filed. derived: computed from filed figures that leave nothing out. bounded: only its ends are known, or one of them rests on an assumption that `approximations` names. unknown: there is no upper end
                                 * @enum {unknown}
                                 */
                                purification_basis: "reported" | "derived" | "bounded" | "unknown";
                                /** @description For a fund: the weight of these holdings, in percent of net assets; null for a company */
                                purification_coverage_pct: number | null;
                                /** @description For a fund: the rate of the holdings whose own rate is known, in percent; null for a company */
                                purification_covered_rate_pct: number | null;
                                /** @description The low end of what is known, in percent */
                                purification_low_pct: number;
                                /** @description Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; null if nothing bounds it, and for a fund whose holdings of known rate do not stand for the whole */
                                purification_pct: number | null;
                                /** @description Why, as a code: all_pass, business_fails, business_in_review, methodologies_fail; for a fund holdings; without a verdict what is missing first, as in missing of a screening */
                                reason: string;
                                /** @description Of 100 points */
                                score: number;
                                /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
                                stale: components["schemas"]["Stale"] | null;
                                /** @description The ticker, in the SEC’s spelling: BRK-B */
                                symbol: string;
                            } | {
                                /** @description Why there is no screening */
                                error: {
                                    /** @description Stable, for programs: malformed_ticker, ticker_not_found, facts_unavailable */
                                    code: string;
                                    /** @description What is wrong and what to do */
                                    message: string;
                                };
                                /** @description As it was asked for */
                                symbol: string;
                            })[];
                            /**
                             * @description Every symbol has its result
                             * @enum {string}
                             */
                            status: "complete";
                            /** @description Symbols in the job */
                            total: number;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    readHeadroom: {
        parameters: {
            query?: {
                /** @description As of this date (YYYY-MM-DD); not in the future */
                as_of?: string;
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
                /** @description The rule set: current, the editions in force (default); classic, the texts before them */
                rules?: "current" | "classic";
            };
            header?: never;
            path: {
                /** @description A US ticker, in any case: AAPL, BRK.B, brk-b */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The verdict, and the room that it has */
                        data: {
                            /**
                             * Format: date
                             * @description The date as of which was screened: only what was filed by then counts (YYYY-MM-DD)
                             */
                            as_of: string;
                            /**
                             * @description The verdict. not_screenable: what is known leaves more than one verdict possible
                             * @enum {unknown}
                             */
                            compliance: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                            /** @description Null for a fund, for a company that is not compliant by these methodologies, and without a close */
                            headroom: components["schemas"]["Headroom"] | null;
                            /** @description The filer’s name at the SEC */
                            name: string;
                            /** @description Null unless a newer periodic report is overdue and not here, counted to today, or to as_of where later filings are here. A stale verdict is of as_of: do not show it as today’s */
                            stale: components["schemas"]["Stale"] | null;
                            /** @description The ticker, in the SEC’s spelling: BRK-B */
                            symbol: string;
                            /**
                             * Format: date
                             * @description The day on which the answer was given, in UTC. Ages count to it (YYYY-MM-DD)
                             */
                            today: string;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                /** @description The next_cursor of the page before, for older screenings */
                cursor?: string;
                /** @description Screenings a page; default 100 */
                limit?: number;
                /** @description The rule set: current, the editions in force (default); classic, the texts before them */
                rules?: "current" | "classic";
            };
            header?: never;
            path: {
                /** @description A US ticker, in any case: AAPL, BRK.B, brk-b */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["History"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    listCompliant: {
        parameters: {
            query?: {
                /** @description Only of this industry; other has the companies whose industry is not known */
                industry?: "software" | "chips" | "computers" | "medicines" | "devices" | "health-services" | "food" | "household" | "supermarkets" | "shops" | "restaurants" | "cars" | "clothing" | "home-goods" | "home-builders" | "travel" | "media" | "personal-services" | "machinery" | "aerospace" | "transport" | "construction" | "business-services" | "chemicals" | "mining" | "metals" | "packaging" | "energy" | "utilities" | "telecoms" | "property" | "finance" | "other";
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
                /** @description limit: least of the nearest limit first (default); size: largest first; name; score and value: the rankings of /leaders and /value, of what all methodologies pass, whatever the choice */
                order?: "limit" | "size" | "name" | "score" | "value";
                /** @description From 1; default 1 */
                page?: number;
                /** @description Only of this market capitalisation: large over $10 bn, middle from $2 bn, small under that */
                size?: "large" | "middle" | "small";
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A page of the list */
                        data: {
                            /** @description The newest date of the screenings of those that match; null where none does (YYYY-MM-DD) */
                            as_of: string | null;
                            /** @description At most 100, in order */
                            companies: components["schemas"]["ListedCompany"][];
                            /** @description The industries that have a company */
                            industries: {
                                /** @description Its id, for the query */
                                id: string;
                                /** @description Its name, in plain words */
                                name: string;
                            }[];
                            /** @description Companies that match, on all pages */
                            matching: number;
                            /** @description This page, from 1 */
                            page: number;
                            /** @description How many pages there are */
                            pages: number;
                            /** @description The rule set; null before a list is built */
                            rules: ("current" | "classic") | null;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    listFunds: {
        parameters: {
            query?: {
                /** @description Only of this verdict; default compliant, least of the nearest limit first. Others: largest compliant share first */
                compliance?: "compliant" | "questionable" | "non_compliant" | "not_screenable";
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
                /** @description From 1; default 1 */
                page?: number;
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A page of the list */
                        data: {
                            /** @description The newest date of the screenings of all funds that are known; null before a list is built (YYYY-MM-DD) */
                            as_of: string | null;
                            /** @description How many funds with known holdings have each verdict, by the chosen methodologies */
                            counts: {
                                /** @description Compliant funds */
                                compliant: number;
                                /** @description Non-compliant ones */
                                non_compliant: number;
                                /** @description Funds without a verdict */
                                not_screenable: number;
                                /** @description Questionable ones */
                                questionable: number;
                            };
                            /** @description At most 100, in order */
                            funds: components["schemas"]["ListedFund"][];
                            /** @description Funds that match, on all pages */
                            matching: number;
                            /** @description This page, from 1 */
                            page: number;
                            /** @description How many pages there are */
                            pages: number;
                            /** @description The rule set; null before a list is built */
                            rules: ("current" | "classic") | null;
                        };
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    assessPortfolio: {
        parameters: {
            query?: {
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The holdings: one on each line, or a CSV file */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Portfolio"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    purifyPortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Id of the methodology to follow: its method comes first. Default: aaoifi
                     * @enum {unknown}
                     */
                    methodology?: "aaoifi" | "djim" | "ftse" | "msci" | "sp";
                    /** @description The holdings: one on each line, or a CSV file */
                    text: string;
                    /** @description The calendar year in which the fiscal years end; null for every fiscal year since the purchase. Default: last year */
                    year?: number | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Purification"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                /** @description Screen as of this date (YYYY-MM-DD), from what was filed by then; not in the future. Default: the newest date for which there are facts */
                as_of?: string;
                /** @description With holdings=all: the next_cursor of the page before */
                cursor?: string;
                /** @description Only these members of each screening, comma-separated: symbol, name, cik, type, exchange, sector, sector_source, industry, as_of, today, facts_through, stale, rules, engine_version, compliance, possible, decided_methodologies, score, summary, components, ratios, ratio_info, business_activity, methodologies, purification, amounts, translation, evidence, market_data, anchor, data_age_days, next_report_expected, missing, approximations, last_verdict, next_step, data_source, etf_look_through, chosen, overlays. Default: all. A screening then has no other members, although its schema requires them; one that it does not have is left out */
                fields?: string;
                /** @description Of a fund: list none of its holdings, the 10 largest (top, the default), or all, 200 a page */
                holdings?: "none" | "top" | "all";
                /** @description The methodologies to follow, comma-separated: aaoifi, djim, ftse, msci, sp. The answer then has chosen, with the verdict by these alone; all other members stay as they are, and methodologies lists all. Default: no choice */
                methodologies?: string;
                /** @description Values overlays to add to the screening: all, or comma-separated names. They never change the verdict or the score. Requires a key; without one, only the available names are returned. */
                overlays?: string;
                /** @description The rule set: current, the editions in force (default); classic, the texts before them */
                rules?: "current" | "classic";
            };
            header?: never;
            path: {
                /** @description A US ticker, in any case: AAPL, BRK.B, brk-b */
                ticker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Screening"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    searchTickers: {
        parameters: {
            query: {
                /** @description Results at most; default 10 */
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The caller has this answer: If-None-Match names its ETag */
            304: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    etag: components["headers"]["etag"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be understood */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
    zakatOfPortfolio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description US dollars for one gold_unit of gold of 24 carats */
                    gold_price: number;
                    /**
                     * @description A gram, or a troy ounce of 31.1034768 grams. Default: gram
                     * @enum {unknown}
                     */
                    gold_unit?: "gram" | "ounce";
                    /**
                     * @description What lines that do not say so are held for
                     * @enum {unknown}
                     */
                    held_for: "trade" | "income";
                    /** @description Other wealth that counts, in US dollars: cash, gold, goods for trade. Default: 0 */
                    other?: number;
                    /** @description Whether short-term securities of a company count with its cash. Default: true */
                    securities?: boolean;
                    /** @description The holdings: one on each line, or a CSV file */
                    text: string;
                    /**
                     * @description The year for which zakat is paid: 2.5 % for a lunar one, 2.577 % for a solar one. Default: lunar
                     * @enum {unknown}
                     */
                    year?: "lunar" | "solar";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "cache-control": components["headers"]["cache-control"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Zakat"];
                        /** @description Always null here */
                        error: null;
                        /**
                         * @description Always true here; a refusal has false and an error
                         * @enum {boolean}
                         */
                        success: true;
                    };
                };
            };
            /** @description The key is not valid */
            401: {
                headers: {
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "sanad-key-notice": components["headers"]["sanad-key-notice"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "access-control-allow-origin": components["headers"]["access-control-allow-origin"];
                    "access-control-expose-headers": components["headers"]["access-control-expose-headers"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
                    "retry-after": components["headers"]["retry-after"];
                    "x-request-id": components["headers"]["x-request-id"];
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
