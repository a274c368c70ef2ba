import { testScreens } from "./checks";
import { COMPANION_SCREENS } from "./companionScreens";

testScreens(COMPANION_SCREENS, ["sheet-match", "clock-up", "best"]);
