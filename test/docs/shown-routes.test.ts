import { projections } from '@fundlens/projection/projections/registry';
import { SHOWN_BY, SHOWN_BY_MANY } from '@fundlens/projection/explain/shown-routes';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';
import { expect, it } from 'vitest';

/** The projector's side says which routes show a view, for `fundlens explain`; the query service has the routes. Here they meet. */
it('every published route shows a view that `explain` names, and every route that it names is published', () => {
  const published = publishedRoutes().map(({ path }) => path.replaceAll(/:\w+/g, '{}'));
  const named = Object.values(SHOWN_BY).flatMap((views) => Object.values(views).flat());
  const paths = [...named, ...SHOWN_BY_MANY].map((route) => route.replace(/\?.*$/, ''));
  expect([...new Set(paths)].toSorted()).toEqual([...new Set(published)].toSorted());
});

it('names the routes of every view of every read model', () => {
  const views = projections.flatMap(({ readModel }) => readModel.views.map(({ name }) => `${readModel.name}.${name}`));
  const named = Object.entries(SHOWN_BY).flatMap(([model, ofModel]) =>
    Object.keys(ofModel).map((view) => `${model}.${view}`),
  );
  expect(named.toSorted()).toEqual(views.toSorted());
});
