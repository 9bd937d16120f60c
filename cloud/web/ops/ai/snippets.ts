/** What stands in examples in place of a key: programs take it from their environment. */
const KEY = 'AI_CREDIT_KEY';
const SAID = { role: 'user', content: 'Say hello.' } as const;

const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** How a model is asked with curl. */
export const curlSnippet = (gateUrl: string, model: string): string =>
  [
    `curl ${gateUrl}/chat/completions`,
    `  -H "Authorization: Bearer $${KEY}"`,
    "  -H 'Content-Type: application/json'",
    `  -d ${inShell(JSON.stringify({ model, messages: [SAID] }))}`,
  ].join(' \\\n');

/** How the usual client for Node is pointed at the gate. */
export const nodeSnippet = (gateUrl: string, model: string): string =>
  [
    "import OpenAI from 'openai';",
    '',
    `const models = new OpenAI({ baseURL: ${JSON.stringify(gateUrl)}, apiKey: process.env.${KEY} });`,
    'const answer = await models.chat.completions.create({',
    `  model: ${JSON.stringify(model)},`,
    `  messages: [{ role: '${SAID.role}', content: '${SAID.content}' }],`,
    '});',
    'console.log(answer.choices[0].message.content);',
  ].join('\n');
