import { getAddressProblem } from '#domain/reachability'
import { Alert } from './Alert.tsx'

/** Warns next to addresses and QR codes that another device must open. */
export function AddressProblem({ url }: { url: string }) {
  const problem = getAddressProblem(url)
  return problem && <Alert>{problem}</Alert>
}
