import { check, type Suite } from '../../helpers/runner/check.ts';

export const mpin: Suite = {
  name: 'MPIN',
  area: 'Consent',
  checks: [
    check('OP12-MOBILE-AGREES', 'own-sender', 'a set MPIN is answered with the mobile of its sender', async ({ use, journey, must }) => {
      const { reply, person } = await use(journey.mpin);
      must.equal(reply, 'result.mobile', String(Number(person.mobile)));
    }),
  ],
};
