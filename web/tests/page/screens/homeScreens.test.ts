import { testScreens } from "./checks";
import { HOME_SCREENS } from "./homeScreens";

testScreens(HOME_SCREENS, ["home", "make", "ratings"]);
