import { toggleRoom } from '../../../server/actions/rooms.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { aMorning } from '../day.ts'
import type { Scene, Screen } from '../state.ts'

export const DISPENSARY_SCREEN: Screen = {
  title: 'Dispensary Management',
  places: ['desk', 'phone'],
  states: [
    { name: 'empty', show: open },
    { name: 'a day in progress', fill: aMorning, show: open },
    { name: 'not active', fill: clinic => toggleRoom(clinic, ROOMS.dispensary), show: open },
  ],
}

function open(scene: Scene) {
  return scene.open('/dispensary', 'DispensaryScreen')
}
