import { ExpectedPatients } from './expected/ExpectedPatients.tsx'
import { QueueChips } from './QueueChips.tsx'
import RegisterScreen from './RegisterScreen.tsx'
import type { InitialData } from './register-model.ts'

const PARTS = { ExpectedPatients, QueueChips }

/** The register screen for clinics with queues or appointments. */
export default function RegisterWithParts(initial: InitialData) {
  return <RegisterScreen {...initial} parts={PARTS} />
}
