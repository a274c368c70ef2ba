import { testScreens } from "./checks";
import { TABLE_SCREENS } from "./tableScreens";

testScreens(TABLE_SCREENS, ["table", "over", "chat"]);
