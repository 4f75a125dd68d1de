import { formatNumber } from '#domain/patients/patient'
import './NumberChip.css'

export type ChipState =
  | 'waiting'
  | 'next'
  | 'priority'
  | 'requeue'
  | 'called'
  | 'in-progress'
  | 'dispensary'
  | 'completed'

type Props = { number: number; state: ChipState; isSmall?: boolean }

export function NumberChip({ number, state, isSmall = false }: Props) {
  return (
    <span className={`number-chip ${isSmall ? 'number-chip--small' : ''}`} data-state={state}>
      #{formatNumber(number)}
    </span>
  )
}
