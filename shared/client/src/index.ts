// biome-ignore-all lint/performance/noBarrelFile: the one entry of the installed package.
export type { ApiPath, DataOf, EntryOf, PagedPath, ParametersOf, RevalidatedPath, Schemas } from './api-shapes.ts';
export {
  type Answer,
  type AnswerFacts,
  type CallOptions,
  type ChangesParameters,
  type Client,
  type ClientOptions,
  createClient,
  type FollowOptions,
  type LogPosition,
  type NotModified,
} from './client.ts';
export { FundlensError, type PositionStatus, type RateLimit } from './answer.ts';
