import { typeName } from '../../helpers/core/describe.ts';
import { mistyped } from '../../helpers/core/records/deviation.ts';
import { mustBeListed, mustBeServed, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { violation } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import type { Operational } from '../../helpers/journey/operational/operational.ts';

const isJson = (mediaType: string | null): boolean => mediaType !== null && /^application\/(.+\+)?json$/.test(mediaType);

/** Under a JSON media type a JSON string; under any other, or none, whatever text there is (reading 24). */
function mustBeString(answer: OperationalAnswer): void {
  if (!isJson(answer.mediaType) || typeof answer.body === 'string') return;
  const received = answer.body === undefined ? 'no JSON' : typeName(answer.body);
  const deviation = answer.body === undefined ? 'format' : mistyped(answer.body);
  throw violation('SERVICE-STRING', 'a JSON string', received, placeOf(answer), answer.exchange.id, null, deviation);
}

const ways = [
  { way: 'known-name', name: 'known', whose: 'a known service' },
  { way: 'unknown-name', name: 'unknown', whose: 'an unknown service' },
] as const satisfies readonly { way: string; name: keyof Operational['service']; whose: string }[];

const checksOf = ({ way, name, whose }: (typeof ways)[number]): readonly ActiveCheck[] => [
  check(
    { id: `SERVICE-SERVED~${way}`, clause: 'SERVICE-SERVED', title: `${whose} is answered with a listed status`, needs: 'token' },
    async ({ use, world }) => {
      mustBeListed(await use(world.operational.service[name]));
    },
  ),
  check(
    { id: `SERVICE-STRING~${way}`, clause: 'SERVICE-STRING', title: `the definition of ${whose} is a string`, needs: 'token' },
    async ({ use, world }) => {
      const answer = await use(world.operational.service[name]);
      mustBeServed(answer);
      mustBeString(answer);
    },
  ),
];

export const serviceDefinitions: Suite = { name: 'Service definition', area: 'Operational', checks: ways.flatMap(checksOf) };
