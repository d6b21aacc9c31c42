import type { Variant } from '../catalog.ts';

export const surfaceVariants: Variant[] = [
  { id: 'actuator-401', does: 'Operational endpoints want another login.', policy: { operations: { access: 401 } } },
  { id: 'actuator-403', does: 'Operational endpoints are forbidden.', policy: { operations: { access: 403 } } },
  { id: 'actuator-404', does: 'Operational endpoints are not exposed.', policy: { operations: { access: 404 } } },
  { id: 'actuator-with-token', does: 'Operational endpoints want the agent token.', policy: { operations: { access: 'with-token' } } },
  {
    id: 'actuator-media',
    does: 'Operational endpoints use the vendor media type.',
    policy: { operations: { media: 'application/vnd.service.actuator.v2+json' } },
  },
  { id: 'created-and-no-content', does: 'POST is 201 and DELETE is 204 where stated.', policy: { operations: { richStatuses: true } } },
  { id: 'service-as-json', does: 'A service definition is a JSON string.', policy: { operations: { serviceMedia: 'application/json' } } },
  { id: 'description-401', does: 'The description is behind another login.', policy: { description: { access: 401 } }, ends: 'blocked' },
  { id: 'description-groups', does: 'The description comes in two groups.', policy: { description: { groups: true } } },
  {
    id: 'operational-description',
    does: 'The description leaves the business paths out.',
    policy: { description: { businessPaths: false } },
  },
  { id: 'callback-twice', does: 'Every callback comes twice.', policy: { ekyc: { callbackCopies: 2 } } },
];
