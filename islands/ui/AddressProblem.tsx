import { getAddressProblem } from '#domain/reachability'
import { Alert } from './Alert.tsx'

export function AddressProblem({ url }: { url: string }) {
  const problem = getAddressProblem(url)
  return problem && <Alert>{problem}</Alert>
}
