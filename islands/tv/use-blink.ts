import { useEffect, useState } from 'react'
import { BLINK_TOGGLE_MS } from '#clinic/tv-calls'

/** Whether what blinks is dim now. Ten changes; an animation draws sixty pictures a second for the same. */
export function useBlink(isBlinking: boolean) {
  const [isDim, setDim] = useState(false)

  useEffect(() => {
    if (!isBlinking) return
    setDim(true)
    const timer = setInterval(() => setDim(dim => !dim), BLINK_TOGGLE_MS)
    return () => {
      clearInterval(timer)
      setDim(false)
    }
  }, [isBlinking])

  return isDim
}
