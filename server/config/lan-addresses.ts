import { networkInterfaces } from 'node:os'

/** This machine's IPv4 addresses on the local network. */
export function listLanAddresses(interfaces = networkInterfaces()) {
  return Object.values(interfaces)
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
