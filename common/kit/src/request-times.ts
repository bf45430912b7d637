/** Seconds: from an answer at hand to one that waited for another service. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NAME = 'http_request_duration_seconds';

interface Series {
  readonly labels: string;
  /** Requests by the first bucket that they fit in; the last counts those that fit in none. */
  readonly counts: Float64Array;
  sum: number;
}

/** How long requests took, by route, method and status. */
export interface RequestTimes {
  observe(route: string, method: string, status: number, seconds: number): void;
  /** In the text format of Prometheus, 0.0.4. */
  text(): string;
}

/**
 * A histogram of our own beside the metrics library, whose own one takes a tenth of the time of an answer at hand to
 * find the series by its labels.
 */
export function createRequestTimes(): RequestTimes {
  const known = new Map<string, Series>();
  const seriesOf = (key: string, route: string, method: string, status: number): Series => {
    const labels = `route="${escaped(route)}",method="${escaped(method)}",status="${status}"`;
    const series = { labels, counts: new Float64Array(BUCKETS.length + 1), sum: 0 };
    known.set(key, series);
    return series;
  };
  return {
    observe(route, method, status, seconds) {
      const key = `${status} ${method} ${route}`;
      const series = known.get(key) ?? seriesOf(key, route, method, status);
      let bucket = 0;
      while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += seconds;
    },
    text() {
      const lines = [
        `# HELP ${NAME} Time from the request to the end of its answer.`,
        `# TYPE ${NAME} histogram`,
      ];
      for (const { labels, counts, sum } of known.values()) {
        let total = 0;
        for (const [place, count] of counts.entries()) {
          total += count;
          lines.push(`${NAME}_bucket{le="${BUCKETS[place] ?? '+Inf'}",${labels}} ${total}`);
        }
        lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
}
