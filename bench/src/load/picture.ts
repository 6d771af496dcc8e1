import { percentile } from '../statistics.ts';
import type { Sent } from './recorder.ts';

const ROW = 44;
const LEFT = 170;
const WIDTH = 720;
const TOP = 60;
/** The axis, in milliseconds. */
const [LEAST, MOST] = [1, 10_000];
const PERCENTILES = [
  { part: 0.5, color: '#2563eb' },
  { part: 0.95, color: '#d97706' },
  { part: 0.99, color: '#b91c1c' },
] as const;

/** How long requests took, by kind: a row each, on a logarithmic scale. @returns an SVG */
export function drawTimes(kinds: ReadonlyMap<string, Sent>, title: string): string {
  const rows = [...kinds].filter(([, { times }]) => times.length > 0);
  const height = TOP + rows.length * ROW + 40;
  const x = (ms: number): number => {
    const part = Math.log(Math.min(Math.max(ms, LEAST), MOST) / LEAST) / Math.log(MOST / LEAST);
    return Math.round(LEFT + part * WIDTH);
  };
  const ticks = [1, 10, 100, 1_000, 10_000].map(
    (ms) =>
      `<path d="M${x(ms)} ${TOP}V${height - 36}" stroke="#cbd5e1" stroke-dasharray="3 5"/>` +
      `<text x="${x(ms)}" y="${height - 16}" text-anchor="middle" fill="#475569">${ms < 1000 ? `${ms} ms` : `${ms / 1000} s`}</text>`,
  );
  const legend = PERCENTILES.map(
    ({ part, color }, at) =>
      `<circle cx="${LEFT + at * 70}" cy="42" r="6" fill="${color}"/>` +
      `<text x="${LEFT + 11 + at * 70}" y="47" fill="#0f172a">p${part * 100}</text>`,
  );
  const lines = rows.map(([kind, { times }], at) => {
    const y = TOP + at * ROW + ROW / 2;
    const dots = PERCENTILES.map(({ part, color }) => ({ ms: percentile(times, part), color }));
    return (
      `<text x="${LEFT - 14}" y="${y + 5}" text-anchor="end" fill="#0f172a">${kind}</text>` +
      `<path d="M${x(dots[0]?.ms ?? 0)} ${y}H${x(dots.at(-1)?.ms ?? 0)}" stroke="#94a3b8" stroke-width="3"/>` +
      dots.map(({ ms, color }) => `<circle cx="${x(ms)}" cy="${y}" r="6" fill="${color}"/>`).join('')
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${height}" width="960" height="${height}" font-family="system-ui, sans-serif" font-size="14">`,
    `<title>${title}</title>`,
    `<rect width="960" height="${height}" rx="12" fill="#f8fafc"/>`,
    `<text x="24" y="26" fill="#0f172a" font-weight="600">${title}</text>`,
    ...legend,
    ...ticks,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
