import type { ServiceTarget } from '../../chaos/schedule.ts';
import type { FaultSite, Heal, ObservedFault } from '../fault.ts';

const AHEAD = { NODE_OPTIONS: `--import=${new URL('./clock-ahead.ts', import.meta.url).href}` };
const OTHER_KEEP_LIST = { CUSTOM_FIELD_KEEP_LIST: 'a-field-of-one-instance' };
const RESTARTED = 'an orchestrator starts it again';

export const processFaults: readonly ObservedFault[] = [
  {
    name: 'projector-killed',
    what: 'SIGKILL of one projector of two',
    metric: 'up{instance="projector-1"} == 0',
    alerts: ['FundlensServiceDown'],
    healedBy: `the other one takes its partitions; ${RESTARTED}`,
    inject: (site) => killed(site, 'projector-1'),
  },
  {
    name: 'all-projectors-killed',
    what: 'SIGKILL of both projectors',
    metric: 'sum(up{instance=~"projector-.*"}) == 0',
    alerts: ['FundlensServiceDown'],
    healedBy: RESTARTED,
    inject: (site) => killed(site, 'projector-1', 'projector-2'),
  },
  {
    name: 'query-killed',
    what: 'SIGKILL of one query service of two',
    metric: 'up{instance="query-1"} == 0',
    alerts: ['FundlensServiceDown'],
    healedBy: RESTARTED,
    inject: (site) => killed(site, 'query-1'),
  },
  {
    name: 'all-queries-killed',
    what: 'SIGKILL of both query services',
    metric: 'sum(up{instance=~"query-.*"}) == 0',
    alerts: ['FundlensServiceDown'],
    healedBy: RESTARTED,
    inject: (site) => killed(site, 'query-1', 'query-2'),
  },
  {
    name: 'clock-ahead',
    what: 'the clock of one projector is an hour ahead',
    metric: 'fundlens_projector_clock_ahead_seconds > 5',
    alerts: ['FundlensClockSkew'],
    healedBy: 'the clock is set right',
    inject: (site) => withOptions(site, 'projector-1', AHEAD),
  },
  {
    name: 'unequal-options',
    what: 'one projector has another CUSTOM_FIELD_KEEP_LIST',
    metric: 'count by (service) (count by (service, fingerprint) (fundlens_options_info)) > 1',
    alerts: ['FundlensOptionsDiffer'],
    healedBy: 'it is started with the options of the other one',
    inject: (site) => withOptions(site, 'projector-2', OTHER_KEEP_LIST),
  },
];

async function killed({ system }: FaultSite, ...names: readonly ServiceTarget[]): Promise<Heal> {
  const services = names.map((name) => system.victims.services[name]);
  await Promise.all(services.map((service) => service.kill()));
  return async () => void (await Promise.all(services.map((service) => service.restart())));
}

async function withOptions(
  { system, options }: FaultSite,
  name: ServiceTarget,
  other: Readonly<Record<string, string>>,
): Promise<Heal> {
  const service = system.victims.services[name];
  options.set(name, other);
  await service.terminate();
  // It may never become ready with these.
  const started = service.restart();
  return async () => {
    options.delete(name);
    await started;
    await service.terminate();
    await service.restart();
  };
}
