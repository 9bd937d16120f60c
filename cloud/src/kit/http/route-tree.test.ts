import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from './pipeline.ts';
import { RouteTree } from './route-tree.ts';

const route = (path: string, method = 'GET', success: object = {}) =>
  ({ path, endpoint: { declaration: { id: path, method, path, success } } }) as Route;
const treeOf = (...paths: string[]) => {
  const tree = new RouteTree();
  for (const path of paths) tree.add(route(path));
  return (path: string) => {
    const match = tree.find(path);
    const found = match?.routes.get('GET')?.[0];
    return found && match && [found.endpoint.declaration.path, match.params(found)];
  };
};

describe('finding a path', () => {
  const find = treeOf('/a', '/a/:x', '/a/b/c', '/a/:x/d', '/:any/:y/e/:z');

  it.each([
    ['/a', ['/a', {}]],
    ['/a/1', ['/a/:x', { x: '1' }]],
    ['/a/b', ['/a/:x', { x: 'b' }]],
    ['/a/b/c', ['/a/b/c', {}]],
    ['/a/b/d', ['/a/:x/d', { x: 'b' }]],
    ['/a/b/e/%20', ['/:any/:y/e/:z', { any: 'a', y: 'b', z: '%20' }]],
    ['/', undefined],
    ['/a/', undefined],
    ['//', undefined],
    ['/A', undefined],
    ['/a/b/c/d', undefined],
    ['a', undefined],
    ['*', undefined],
  ])('%s', (path, expected) => expect(find(path)).toEqual(expected));

  it('refuses a method and path that is taken, also under another name of the parameter', () => {
    expect(() => treeOf('/a/:x', '/a/:y')).toThrow('/a/:x');
  });
  it('has several of one method and path where they answer in ways of their own', () => {
    const tree = new RouteTree();
    tree.add(route('/a'));
    tree.add(route('/a', 'GET', { socket: {} }));
    tree.add(route('/a', 'GET', { stream: ['text/event-stream'] }));
    expect(tree.find('/a')?.routes.get('GET')).toHaveLength(3);
    expect(() => tree.add(route('/a', 'GET', { stream: ['text/event-stream'] }))).toThrow('/a');
    expect(() => tree.add(route('/a', 'GET', { stream: ['text/csv'] }))).toThrow('/a');
  });
  it('gives two names to one place where methods differ', () => {
    const tree = new RouteTree();
    const routes = [route('/a/:x'), route('/a/:y', 'POST')];
    for (const one of routes) tree.add(one);
    const match = tree.find('/a/1');
    expect(routes.map((one) => match?.params(one))).toEqual([{ x: '1' }, { y: '1' }]);
  });
  it('ends on any path', () => {
    fc.assert(fc.property(fc.string(), (path) => void find(path)));
  });
});
