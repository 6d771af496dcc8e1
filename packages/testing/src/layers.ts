import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file of a package whose folders are modules in layers. */
export interface LayeredSource {
  /** Relative to the package's sources. */
  readonly file: string;
  /** The top folder that it's in; its own name when it's in none. */
  readonly module: string;
  readonly text: string;
  /** Files of the package that it imports, also for types alone. */
  readonly imports: readonly string[];
}

/** Reads the sources below a folder; tests and declarations aren't part of them. `@/` names the folder. */
export function readLayeredSources(folder: string): LayeredSource[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test\.tsx?|d\.ts)$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.{1,2}|@)\/[^']+)'/g)];
      const imports = specifiers.map(([, name = '']) =>
        name.startsWith('@/') ? path.normalize(name.slice(2)) : path.join(path.dirname(file), name),
      );
      return { file, text, imports, module: moduleOf(file) };
    });
}

/** The sources below one of the folders, as seen from it: each of its folders is a module, and so is each file in it. */
export function sourcesWithin(sources: readonly LayeredSource[], folder: string): LayeredSource[] {
  const isWithin = (file: string): boolean => file.startsWith(folder + path.sep);
  return sources
    .filter(({ file }) => isWithin(file))
    .map((source) => {
      const file = path.relative(folder, source.file);
      const imports = source.imports.filter(isWithin).map((other) => path.relative(folder, other));
      return { ...source, file, imports, module: moduleOf(file) };
    });
}

/**
 * The imports that don't lead to the file's own module or to one in a lower layer, as `file → file`.
 *
 * @param layers modules of each layer, the lowest layer first
 */
export function upwardImports(
  sources: readonly LayeredSource[],
  layers: readonly (readonly string[])[],
  isLeftOut: (module: string) => boolean = () => false,
): string[] {
  const layerOf = (module: string): number => layers.findIndex((modules) => modules.includes(module));
  return sources.flatMap(({ file, module, imports }) =>
    imports
      .filter((other) => moduleOf(other) !== module && !isLeftOut(moduleOf(other)))
      .filter((other) => layerOf(moduleOf(other)) >= layerOf(module))
      .map((other) => `${file} → ${other}`),
  );
}

/** The chains of imports that lead from a file back to itself. */
export function importCycles(sources: readonly LayeredSource[]): string[] {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) cycles.push([...way.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const other of importsOf.get(file) ?? []) visit(other, [...way, file]);
    done.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return cycles;
}

/** The module that a file is in. */
export function moduleOf(file: string): string {
  return file.split(path.sep)[0] ?? '';
}
