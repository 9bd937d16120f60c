// Runs Gatehouse under pm2: `npx pm2 start ecosystem.config.cjs --only gatehouse-cloud` on the cloud's machine,
// `--only gatehouse-edge` on a box. See docs/runbook.md. Nothing secret belongs here: secrets are files in the data folder.
const { join } = require('node:path');

const common = {
  cwd: __dirname,
  script: join(__dirname, 'bin', 'launch.mjs'),
  interpreter: 'node',
  exec_mode: 'fork',
  instances: 1,
  watch: false,
  autorestart: true,
  // Restarts wait 0.2 s, then longer and longer up to 15 s: a door controller never gives up.
  exp_backoff_restart_delay: 200,
  // An orderly stop brings every lock to rest and finishes what runs; only then is the process killed.
  kill_timeout: 15_000,
  merge_logs: true,
  time: false,
};

module.exports = {
  apps: [
    {
      ...common,
      name: 'gatehouse-cloud',
      args: ['cloud/src/main.ts'],
      out_file: join(__dirname, 'data', 'logs', 'cloud.out.log'),
      error_file: join(__dirname, 'data', 'logs', 'cloud.log'),
      env: { DATA_DIR: process.env.DATA_DIR ?? join(__dirname, 'data', 'cloud') },
    },
    {
      ...common,
      name: 'gatehouse-edge',
      args: [
        'edge/src/main.ts',
        '--config',
        process.env.EDGE_CONFIG ?? join(__dirname, 'data', 'edge', 'edge.json'),
        '--data',
        process.env.EDGE_DATA_DIR ?? join(__dirname, 'data', 'edge'),
        '--panel-host',
        process.env.PANEL_HOST ?? '127.0.0.1',
        '--panel-port',
        '9443',
        // Turned over by the agent itself; pm2's own file has the errors only.
        '--log-file',
        join(__dirname, 'data', 'logs', 'edge.log'),
      ],
      out_file: join(__dirname, 'data', 'logs', 'edge.out.log'),
      error_file: join(__dirname, 'data', 'logs', 'edge.errors.log'),
    },
  ],
};
