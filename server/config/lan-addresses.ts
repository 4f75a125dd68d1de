import { networkInterfaces } from 'node:os'

export function listLanAddresses(interfaces = networkInterfaces()) {
  return Object.values(interfaces)
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
