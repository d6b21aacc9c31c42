import { check, type Suite } from '../helpers/run/check.ts';

export const token: Suite = {
  name: 'Token',
  area: 'Access',
  checks: [
    check(
      { id: 'TOKEN-SERVED~documented-request', clause: 'TOKEN-SERVED', title: 'the documented token request is served', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.token);
      },
    ),
    check(
      { id: 'TOKEN-ACCESS-TOKEN~present', clause: 'TOKEN-ACCESS-TOKEN', title: 'a token answer carries an access token', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.token);
      },
    ),
    check(
      { id: 'AUTH-TOKEN-ACCEPTED~plain-reads', clause: 'AUTH-TOKEN-ACCEPTED', title: 'a fresh token opens business calls', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.open);
      },
    ),
  ],
};
