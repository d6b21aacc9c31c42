import { expect, test } from 'vitest';
import { variants } from '../../sandbox/variants.ts';
import { judgeSandbox } from '../run/judged.ts';

test('the parameter of the sample request is no surprise in the description of OP-10', async () => {
  const variant = variants.get('description-with-status-check-type');
  const ended = await judgeSandbox({ ...(variant?.twist === undefined ? {} : { twist: variant.twist }) }, {}, [
    'SWAGGER-BUSINESS-PARAMETERS',
  ]);
  expect(ended.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
