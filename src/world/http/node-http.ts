/**
 * Node's http and https, loaded on first use. An `import` would bind every export, including a WebSocket that loads Node's
 * whole fetch: 50 ms of a start that does not need it.
 */
export const nodeHttp = () => process.getBuiltinModule('node:http');
export const nodeHttps = () => process.getBuiltinModule('node:https');
