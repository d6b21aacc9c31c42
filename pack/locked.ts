import { entriesAt, isRecord, type Json } from '../helpers/core/json.ts';

/** A manifest that needs `name` at run time: the archive itself carries it. */
export const addCarried = (manifest: Json, name: string, version: unknown): Json => ({
  ...manifest,
  dependencies: { ...Object.fromEntries(entriesAt(manifest, 'dependencies')), [name]: version },
});

/** Of `package-lock.json`, what runs; and of what is for development, the package that the archive carries. */
export function keepRunTimePackages(lock: unknown, carried: string): object {
  if (!isRecord(lock) || !isRecord(lock['packages']))
    throw new Error('expected packages in package-lock.json, received none: run npm install');
  const packages = Object.entries(lock['packages']).flatMap(([path, about]) => {
    if (!isRecord(about)) return [];
    if (path === `node_modules/${carried}`) return [[path, { ...about, dev: undefined, dependencies: undefined }]];
    if (about['dev'] === true) return [];
    const { devDependencies, ...rest } = about;
    return [[path, path === '' ? addCarried(rest, carried, isRecord(devDependencies) ? devDependencies[carried] : undefined) : about]];
  });
  return { ...lock, packages: Object.fromEntries(packages) as object };
}
