import { effect, type Signal } from '@preact/signals-react'
import { useEffect } from 'react'

const KEY = 'selected-room'

/** A desk stands in one room: the choice is kept in this browser. */
export function useSavedRoom(selectedRoomId: Signal<number | null>) {
  useEffect(() => {
    const remembered = Number(localStorage.getItem(KEY))
    if (remembered > 0) selectedRoomId.value = remembered
    return effect(() => {
      if (selectedRoomId.value === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, String(selectedRoomId.value))
    })
  }, [selectedRoomId])
}
