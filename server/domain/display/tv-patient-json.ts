import { type RoomFields, toRoom } from '../patients/patient-json.ts'
import type { ShownCalls, TvPatient, TvTile } from './tv-patient.ts'

type TvPatientJson = Omit<TvPatient, 'room' | 'lastRoom'> &
  Pick<RoomFields, 'windowName' | 'lastWindowName'>

export function toTvPatientJson({ room, lastRoom, ...rest }: TvPatient): TvPatientJson {
  return { ...rest, windowName: room?.name ?? null, lastWindowName: lastRoom?.name ?? null }
}

export function fromTvPatientJson(json: TvPatientJson): TvPatient {
  const { windowName, lastWindowName, ...rest } = json
  return { ...rest, room: toRoom(null, windowName), lastRoom: toRoom(null, lastWindowName) }
}

export type ShownCallsJson = Omit<ShownCalls, 'current' | 'history' | 'tiles'> & {
  current: TvPatientJson | null
  history: TvPatientJson[]
  tiles: (Omit<TvTile, 'patient'> & { patient: TvPatientJson | null })[]
}

export function toShownCallsJson(shown: ShownCalls): ShownCallsJson {
  return mapPatients(shown, toTvPatientJson)
}

export function fromShownCallsJson(shown: ShownCallsJson): ShownCalls {
  return mapPatients(shown, fromTvPatientJson)
}

type Shown<P> = {
  current: P | null
  history: P[]
  tiles: (Omit<TvTile, 'patient'> & { patient: P | null })[]
}

function mapPatients<P, R, S extends Shown<P>>(shown: S, toOther: (patient: P) => R) {
  const { current, history, tiles } = shown
  return {
    ...shown,
    current: current && toOther(current),
    history: history.map(toOther),
    tiles: tiles.map(tile => ({ ...tile, patient: tile.patient && toOther(tile.patient) })),
  }
}
