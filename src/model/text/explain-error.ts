type SystemError = Error & {
  code?: string;
  path?: string;
  syscall?: string;
  address?: string;
  hostname?: string;
  port?: number;
  cause?: unknown;
};

/** Explains an error of the file system or the network as a sentence without its period, with the remedy. */
export function explainError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof AggregateError) {
    return thrown.message || [...new Set(thrown.errors.map(explainError))].join('; ');
  }
  const error: SystemError = thrown;
  const explained = explainFile(error) ?? explainNetwork(error);
  if (explained !== null) return explained;
  if (error.message === 'fetch failed' && error.cause !== undefined) return explainError(error.cause);
  const [line = ''] = (error.message || error.name).split('\n', 1);
  return line.replace(/\.$/, '');
}

function explainFile({ code, path, syscall }: SystemError): string | null {
  const file = path ?? 'a file';
  switch (code) {
    case 'ENOENT':
      return syscall?.startsWith('spawn')
        ? `the program ${file} is not installed`
        : `${file} does not exist; check the path`;
    case 'EACCES':
    case 'EPERM':
      return syscall === 'listen' || syscall === 'bind'
        ? null
        : `this user may not access ${file}; change its owner or its permissions`;
    case 'EISDIR':
      return `${path ?? 'the path'} is a folder, and a file is needed`;
    case 'ENOTDIR':
      return `a part of the path ${file} is a file, and a folder is needed`;
    case 'EEXIST':
      return syscall === 'mkdir'
        ? `${file} is a file, and a folder is needed; choose another path`
        : `${file} already exists; choose another name`;
    case 'EROFS':
      return `${file} is on a read-only file system; choose another place`;
    case 'ENOSPC':
      return `the disk is full${path === undefined ? '' : ` where ${path} is`}; free some space`;
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open; raise the limit with ulimit -n';
    default:
      return null;
  }
}

function explainNetwork({ code, address, hostname, port }: SystemError): string | null {
  const place = `${address ?? 'the address'}${port === undefined ? '' : `:${port}`}`;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${place}; start that server, or correct the address`;
    case 'EADDRINUSE':
      return `another program already listens at ${place}; stop it, or choose another port`;
    case 'EADDRNOTAVAIL':
      return `${address ?? 'the address'} is not an address of this machine`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not listen at ${place}; choose a port above 1023`;
    case 'ENOTFOUND':
      return `there is no host named ${hostname ?? address}; check its spelling and DNS`;
    case 'EAI_AGAIN':
      return `DNS does not answer for ${hostname ?? address}; check the network`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${place} does not answer; check the address, the network and firewalls`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `the connection to ${place} was closed by the other side; try again`;
    default:
      return null;
  }
}
