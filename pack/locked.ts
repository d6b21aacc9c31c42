import { isRecord } from '../helpers/core/json.ts';

/** Of `package-lock.json`, what runs. */
export function keepRunTimePackages(lock: unknown): object {
  if (!isRecord(lock) || !isRecord(lock['packages']))
    throw new Error('expected packages in package-lock.json, received none: run npm install');
  const packages = Object.entries(lock['packages']).flatMap(([path, about]) => {
    if (!isRecord(about) || about['dev'] === true) return [];
    return [[path, path === '' ? { ...about, devDependencies: undefined } : about]];
  });
  return { ...lock, packages: Object.fromEntries(packages) as object };
}
