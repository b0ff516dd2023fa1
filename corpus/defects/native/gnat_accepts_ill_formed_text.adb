with Ada.Strings.UTF_Encoding.Wide_Wide_Strings;
with Ada.Text_IO; use Ada.Text_IO;
procedure Gnat_Accepts_Ill_Formed_Text is
   use Ada.Strings.UTF_Encoding;
   Units : constant UTF_8_String := Character'Val (16#C1#) & Character'Val (16#81#);
   Text  : constant Wide_Wide_String := Wide_Wide_Strings.Decode (Units);
begin
   Put_Line (if Text'Length > 0 then "well-formed" else "nothing");
exception
   when Encoding_Error => Put_Line ("ill-formed");
end Gnat_Accepts_Ill_Formed_Text;
