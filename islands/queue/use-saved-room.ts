import { effect, type Signal } from '@preact/signals-react'
import { useEffect } from 'react'

const KEY = 'selected-room'

/** Each desk calls to one room, so the choice is saved in this browser. */
export function useSavedRoom(selectedRoomId: Signal<number | null>) {
  useEffect(() => {
    const savedId = Number(localStorage.getItem(KEY))
    if (savedId > 0) selectedRoomId.value = savedId
    return effect(() => {
      if (selectedRoomId.value === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, String(selectedRoomId.value))
    })
  }, [selectedRoomId])
}
