import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places: readonly string[] = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Thrown where there is no browser: that is the machine's, and says nothing of the pages. */
export class NoBrowser extends Error {}

/** The Chromium of this machine; none is downloaded. */
export function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new NoBrowser(
      `expected Chromium at one of ${places.join(', ')}, received none: install it, for example apt-get install chromium`,
    );
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
