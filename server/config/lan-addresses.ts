import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

/** Networks of containers, virtual machines and VPNs. The clinic's phones are not in them. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vboxnet|vmnet|podman|cni|lxc|lxd|u?tun|tap|wg|tailscale|zt|ppp|virtualbox|vmware|zerotier|vethernet \((wsl|default|nat))/i
const HOST_BRIDGE = /^(docker|podman|cni)/
const LINK_LOCAL = /^169\.254\./
const CONTAINER = /^(172\.(1[6-9]|2\d|3[01])|10\.8[89])\./

export function listLanAddresses(
  interfaces: Interfaces = networkInterfaces(),
  isContainer = isInContainer(),
) {
  // A container that does not see its host's bridge has a separate network.
  const isIsolated = isContainer && !Object.keys(interfaces).some(name => HOST_BRIDGE.test(name))
  return Object.entries(interfaces)
    .flatMap(([name, list]) => (VIRTUAL.test(name) ? [] : (list ?? [])))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .filter(address => !LINK_LOCAL.test(address) && !(isIsolated && CONTAINER.test(address)))
}

function isInContainer() {
  return ['/.dockerenv', '/run/.containerenv'].some(existsSync)
}
