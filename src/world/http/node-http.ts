/**
 * Node's http and https, loaded when first asked for. `import` would do more than load them: it reads every export to bind
 * it, one of which is a WebSocket that brings Node's whole fetch along, 50 ms of a start that needs none of it.
 */
export const nodeHttp = () => process.getBuiltinModule('node:http');
export const nodeHttps = () => process.getBuiltinModule('node:https');
