import { formatNumber, getListName } from '#domain/patients/patient'
import './NextPatient.css'

type Props = {
  number: number | null
  name: string | null
  /** While nobody is served. */
  free: string
}

/** Whom a room serves. */
export function RoomNow({ number, name, free }: Props) {
  return (
    <p className="room-now" aria-live="polite" data-cut>
      {number === null ? (
        free
      ) : (
        <>
          <span className="room-now__label">Serving</span> #{formatNumber(number)}{' '}
          {getListName({ name })}
        </>
      )}
    </p>
  )
}
