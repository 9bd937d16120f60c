import { describe, expect, it } from 'vitest';
import { curlSnippet, nodeSnippet } from './snippets.ts';

const GATE = 'https://ai.example.com/v1';

describe('examples for developers', () => {
  it('ask the gate with curl, with a key from the environment', () => {
    expect(curlSnippet(GATE, 'small-1')).toBe(
      [
        'curl https://ai.example.com/v1/chat/completions \\',
        '  -H "Authorization: Bearer $AI_CREDIT_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"model":"small-1","messages":[{"role":"user","content":"Say hello."}]}'`,
      ].join('\n'),
    );
  });

  it('point the client for Node at the gate', () => {
    const text = nodeSnippet(GATE, 'small-1');
    expect(text).toContain('baseURL: "https://ai.example.com/v1", apiKey: process.env.AI_CREDIT_KEY');
    expect(text).toContain('model: "small-1"');
  });

  it('hold a model whose name has quotes in it', () => {
    expect(curlSnippet(GATE, "o'small")).toContain(`"model":"o'\\''small"`);
    expect(nodeSnippet(GATE, 'sm"all')).toContain('model: "sm\\"all"');
  });
});
