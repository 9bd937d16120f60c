import { STEP_KINDS } from './steps.ts';

/** The rows of the guide's table of steps. */
export const stepTable = (): string[] =>
  STEP_KINDS.map(({ verb, schema, needsGym, help }) => {
    const others = Object.keys(schema.shape).filter((member) => member !== verb);
    return `| \`${verb}\` | ${others.map((one) => `\`${one}\``).join(' ')} | ${help} | ${needsGym ? 'yes' : ''} |`;
  });
