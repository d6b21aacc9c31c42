import { typeName } from '../../helpers/core/describe.ts';
import { classifyWrongType } from '../../helpers/core/records/deviation.ts';
import { mustBeListed, mustBeServed, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Operational } from '../../helpers/journey/operational/operational.ts';

const isJson = (mediaType: string | null): boolean => mediaType !== null && /^application\/(.+\+)?json$/.test(mediaType);

/** Under a JSON media type it must be a JSON string; under any other media type, or none, any text (reading 24). */
function mustBeString({ must }: CheckContext, answer: OperationalAnswer): void {
  if (!isJson(answer.mediaType) || typeof answer.body === 'string') return;
  const received = answer.body === undefined ? 'no JSON' : typeName(answer.body);
  const deviation = answer.body === undefined ? 'format' : classifyWrongType(answer.body);
  throw must.violation({ expected: 'a JSON string', received, place: formatPlace(answer), exchange: answer.exchange.id, deviation });
}

const namedServices = [
  { way: 'known-name', name: 'known', whose: 'a known service' },
  { way: 'unknown-name', name: 'unknown', whose: 'an unknown service' },
] as const satisfies readonly { way: string; name: keyof Operational['service']; whose: string }[];

const definitionChecks = ({ way, name, whose }: (typeof namedServices)[number]): readonly ActiveCheck[] => [
  check('SERVICE-SERVED', way, `${whose} is answered with a listed status`, async ({ use, journey }) => {
    mustBeListed(await use(journey.operational.service[name]));
  }),
  check('SERVICE-STRING', way, `the definition of ${whose} is a string`, async (context) => {
    const answer = await context.use(context.journey.operational.service[name]);
    mustBeServed(answer);
    mustBeString(context, answer);
  }),
];

export const serviceDefinition: Suite = {
  name: 'Service definition',
  area: 'Operational',
  checks: [
    ...namedServices.flatMap(definitionChecks),
    check('SERVICE-SERVED', 'without-token', 'a service without a token is answered with a listed status', async ({ use, journey }) => {
      mustBeListed(await use(journey.operational.withoutToken.service));
    }),
  ],
};
