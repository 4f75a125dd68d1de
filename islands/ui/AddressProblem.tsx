import { getAddressProblem } from '#domain/reachability'
import { Alert } from './Alert.tsx'

/** Stands beside each address and QR code that another device is to open. */
export function AddressProblem({ url }: { url: string }) {
  const problem = getAddressProblem(url)
  return problem && <Alert>{problem}</Alert>
}
