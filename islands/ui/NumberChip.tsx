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

type Props = { label: string; state: ChipState; isSmall?: boolean }

export function NumberChip({ label, state, isSmall = false }: Props) {
  return (
    <span
      className={`number-chip tone--${state} ${isSmall ? 'number-chip--small' : ''}`}
      data-state={state}
      data-long={label.length > 3 || undefined}
    >
      #{label}
    </span>
  )
}
