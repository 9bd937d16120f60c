import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { GraphQLNamedType } from 'graphql';
import type { Shape } from './shapes.ts';

/** The types of a schema by name. Two shapes of one name stop whoever builds it. */
export class TypeNames {
  readonly #types = new Map<string, { readonly text: string; readonly type: GraphQLNamedType }>();

  /** The type of this name, made if there is none yet. */
  of<T extends GraphQLNamedType>(name: string, shape: Shape | string, make: () => T): T {
    const text = typeof shape === 'string' ? shape : JSON.stringify(shape);
    const known = this.#types.get(name);
    if (known !== undefined) {
      if (known.text !== text) throw new Bug(`two shapes are called ${name} in the graph`);
      return known.type as T;
    }
    const type = make();
    this.#types.set(name, { text, type });
    return type;
  }

  all(): readonly GraphQLNamedType[] {
    return [...this.#types.values()].map(({ type }) => type);
  }
}
