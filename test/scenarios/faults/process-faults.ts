import { type Heal, type ServiceTarget, strike } from '../strike.ts';
import type { ServiceChange } from '../system.ts';
import type { Fault, FaultSite } from './fault.ts';

const AHEAD = { NODE_OPTIONS: `--import=${new URL('./clock-ahead.ts', import.meta.url).href}` };
const OTHER_KEEP_LIST = { CUSTOM_FIELD_KEEP_LIST: 'a-field-of-one-instance' };
/** How often a projector comes and goes. */
const STORM = 4;
const RESTARTED = 'an orchestrator starts it again';

export const processFaults: readonly Fault[] = [
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
    name: 'projector-frozen',
    what: 'one projector stands still beyond its session, and goes on after the other one took its partitions',
    metric: 'up{instance="projector-1"} == 0',
    alerts: ['FundlensServiceDown'],
    healedBy: 'SIGCONT: its late writes change nothing',
    inject: async ({ system }) => strike({ kind: 'stop', target: 'projector-1' }, system.victims),
  },
  {
    name: 'projector-stopped-without-mongodb',
    what: 'SIGTERM of one projector while MongoDB does not answer: it ends with 0 within its limit',
    alerts: [],
    healedBy: RESTARTED,
    inject: stoppedWithoutMongodb,
  },
  {
    name: 'projectors-come-and-go',
    what: 'one projector of two is ended and started again all the time',
    alerts: [],
    healedBy: 'nobody ends it any more',
    async inject({ system }) {
      const service = system.victims.services['projector-2'];
      for (let times = 0; times < STORM; times += 1) {
        await service.terminate();
        await service.restart();
      }
      return async () => undefined;
    },
  },
  {
    name: 'kafka-away-at-start',
    what: 'one projector starts while Kafka is away',
    alerts: [],
    healedBy: 'Kafka is started again: the projector waits for it',
    async inject({ system }) {
      const { 'projector-1': service } = system.victims.services;
      await service.terminate();
      const heal = strike({ kind: 'kill', target: 'kafka' }, system.victims);
      const starting = service.restart();
      return async () => {
        await heal();
        await starting;
      };
    },
  },
  {
    name: 'full-disk-for-logs',
    what: 'one projector cannot write its log',
    alerts: [],
    healedBy: 'it is started with a log again',
    inject: (site) => changed(site, 'projector-1', { logFile: '/dev/full' }),
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
    inject: (site) => changed(site, 'projector-1', { options: AHEAD }),
  },
  {
    name: 'unequal-options',
    what: 'one projector has another CUSTOM_FIELD_KEEP_LIST',
    metric: 'count by (service) (count by (service, fingerprint) (fundlens_options_info)) > 1',
    alerts: ['FundlensOptionsDiffer'],
    healedBy: 'it is started with the options of the other one',
    inject: (site) => changed(site, 'projector-2', { options: OTHER_KEEP_LIST }),
  },
];

async function killed({ system }: FaultSite, ...names: readonly ServiceTarget[]): Promise<Heal> {
  const services = names.map((name) => system.victims.services[name]);
  await Promise.all(services.map((service) => service.kill()));
  return async () => void (await Promise.all(services.map((service) => service.restart())));
}

async function changed(site: FaultSite, name: ServiceTarget, change: ServiceChange): Promise<Heal> {
  const { victims, changes } = site.system;
  const service = victims.services[name];
  changes.set(name, change);
  await service.terminate();
  // It may never become ready with these.
  const started = service.restart();
  return async () => {
    changes.delete(name);
    await started;
    await service.terminate();
    await service.restart();
  };
}

async function stoppedWithoutMongodb({ system, broken }: FaultSite): Promise<Heal> {
  const { services, proxies } = system.victims;
  proxies.mongodb.hang();
  const status = await services['projector-1'].terminate();
  if (status !== 0) broken('services that did not end well', `projector-1 ended with ${status} without MongoDB`);
  return async () => {
    proxies.mongodb.heal();
    await services['projector-1'].restart();
  };
}
