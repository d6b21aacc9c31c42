import manifest from '../../package.json' with { type: 'json' };

/** The release, as `package.json` says it: of the program, of its reports and of every request. */
export const { version } = manifest;
