import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How much of a failing suite's output is printed. */
const SHOWN_LINES = 1000;

/** How many of the slowest tests are listed. */
const SLOWEST = 50;

/** @param {import('./run-suite.mjs').Outcome} outcome */
export function describeOutcome({ name, passed, failed, skipped, seconds, processorSeconds, reason, unchangedSince }) {
  const counts = [
    `${passed} passed`.padStart(12),
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ].filter(Boolean);
  const verdict = failed > 0 ? 'FAIL' : passed > 0 ? 'ok  ' : '--  ';
  const processor = processorSeconds === null ? '' : `, ${Math.round(processorSeconds)} s of processor`;
  const took = unchangedSince ? `unchanged since ${asTime(unchangedSince)}, green` : `${seconds} s${processor}`;
  return `${verdict} ${name.padEnd(32)} ${counts.join(', ')}  (${took})${reason ? `  ${reason}` : ''}`;
}

/** The end of a failing suite's output, without the tests that passed. @param {string} output */
export function describeOutput(output) {
  const lines = output.split('\n').filter((line) => !stripVTControlCharacters(line).trimStart().startsWith('✓'));
  return lines.slice(-SHOWN_LINES).join('\n');
}

/**
 * How long everything took.
 *
 * @param {import('./run-suite.mjs').Outcome[]} outcomes
 * @param {number} seconds
 * @param {number} serverSeconds processor time of servers that belong to no suite
 */
export function describeTime(outcomes, seconds, serverSeconds) {
  const processor = outcomes.reduce((sum, { processorSeconds }) => sum + (processorSeconds ?? 0), serverSeconds);
  return `${asMinutes(seconds)} in all, ${asMinutes(processor)} of processor`;
}

/** The tests that took longest. @param {import('./run-suite.mjs').Outcome[]} outcomes @param {string} root */
export function describeSlowest(outcomes, root) {
  return outcomes
    .flatMap(({ tests }) => tests)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, file)}: ${name}`)
    .join('\n');
}

/** Each test that failed, and why in a line; empty when none did. @param {import('./run-suite.mjs').Outcome[]} outcomes @param {string} root */
export function describeFailures(outcomes, root) {
  return outcomes
    .flatMap(({ failures }) => failures)
    .map(({ name, file, why }) => `FAIL ${path.relative(root, file)}: ${name}\n     ${why}`)
    .join('\n');
}

/** @param {import('./run-suite.mjs').Outcome[]} outcomes @returns {Record<'passed' | 'failed' | 'skipped', number>} */
export function countAll(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** A day and time in the zone of this machine: `2026-03-09 14:05`. */
function asTime(date) {
  const two = (number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function asMinutes(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
