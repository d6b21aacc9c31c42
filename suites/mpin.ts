import { sure } from '../helpers/judge/fields.ts';
import { mustHold } from '../helpers/judge/must.ts';
import { placeOf } from '../helpers/judge/reply.ts';
import { check, type Suite } from '../helpers/run/check.ts';

export const mpin: Suite = {
  name: 'MPIN',
  area: 'Consent',
  checks: [
    check(
      { id: 'OP12-MOBILE-AGREES~own-sender', clause: 'OP12-MOBILE-AGREES', title: 'a set MPIN is told with the mobile of its sender', needs: 'own-sender' },
      async ({ use, world }) => {
        const { reply, person } = await use(world.mpin);
        const told = sure(reply, 'result.mobile');
        const same = Number(told) === Number(person.mobile);
        mustHold('OP12-MOBILE-AGREES', same, person.mobile, String(told), placeOf(reply, 'result.mobile'));
      },
    ),
  ],
};
