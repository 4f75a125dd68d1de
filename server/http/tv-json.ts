import { MAX_TV_HISTORY } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import { toTvPatient } from '#domain/display/tv-patient'
import type { Patient } from '#domain/patients/patient'
import { withRoomFields } from '#domain/patients/patient-json'

/** What a TV with this view receives of a patient. */
export function toTvJson(patient: Patient, { names }: TvOptions) {
  return withRoomFields(toTvPatient(patient, names))
}

export function toTvHistoryJson(patients: Patient[], options: TvOptions) {
  return patients.slice(0, MAX_TV_HISTORY).map(patient => toTvJson(patient, options))
}
