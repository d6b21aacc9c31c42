import { mustEqual } from '../helpers/judge/must.ts';
import { check, type Suite } from '../helpers/runner/check.ts';

export const mpin: Suite = {
  name: 'MPIN',
  area: 'Consent',
  checks: [
    check(
      {
        id: 'OP12-MOBILE-AGREES~own-sender',
        clause: 'OP12-MOBILE-AGREES',
        title: 'a set MPIN is told with the mobile of its sender',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const { reply, person } = await use(world.mpin);
        mustEqual('OP12-MOBILE-AGREES', reply, 'result.mobile', String(Number(person.mobile)));
      },
    ),
  ],
};
