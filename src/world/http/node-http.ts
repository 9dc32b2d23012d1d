/** Loaded on first use: an `import` would bind a WebSocket that loads Node's whole fetch, in 50 ms. */
export const nodeHttp = () => process.getBuiltinModule('node:http');
export const nodeHttps = () => process.getBuiltinModule('node:https');
